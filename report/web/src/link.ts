// A place in the report, as the address says it: #d=2&s=17 is step 17 of the third diagram, #s=17 that of the first.
export interface Place {
  diagram: number
  step: number | null
}

export function parsePlace(hash: string): Place | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  if (!given.has('s') && !given.has('d')) return null
  const whole = (key: string): number | null => {
    const text = given.get(key)
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
  }
  return { diagram: whole('d') ?? 0, step: whole('s') }
}

export function placeText(place: Place): string {
  const parts: string[] = []
  if (place.diagram > 0) parts.push(`d=${place.diagram}`)
  if (place.step !== null) parts.push(`s=${place.step}`)
  return `#${parts.join('&')}`
}

// Goes to a place, in place of what a link would do.
export type Go = (place: Place, e?: Event) => void
