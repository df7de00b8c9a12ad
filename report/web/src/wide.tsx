import type { ComponentChildren } from 'preact'

// What is wider than the page scrolls by itself.
export function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="wide" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
