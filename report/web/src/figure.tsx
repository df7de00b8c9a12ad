// A plot of Observable Plot in its place; drawn again when what it shows has changed.
import { useEffect, useRef } from 'preact/hooks'

export function Figure({ draw, of }: { draw: () => Element; of: readonly unknown[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const picture = draw()
    // A picture has one name; what Plot calls its parts is of no use to whoever hears it.
    for (const part of picture.querySelectorAll('svg [aria-label]')) part.removeAttribute('aria-label')
    const drawing = picture.matches('svg') ? picture : picture.querySelector('svg')
    if (drawing?.hasAttribute('aria-label')) drawing.setAttribute('role', 'img')
    place.current?.replaceChildren(picture)
  }, of)
  return <div class="plot" ref={place} />
}

export const plain = { background: 'none', color: 'inherit', fontSize: '12px' }
