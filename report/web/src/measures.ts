// How wide the lanes of a diagram are. On a narrow screen they stand closer, so that some of the words can be seen, too.
import { useEffect, useState } from 'preact/hooks'

export interface Measures {
  lane: number
  left: number // of the times
}
const wideMeasures: Measures = { lane: 74, left: 74 }
const narrowMeasures: Measures = { lane: 32, left: 56 }
export function useMeasures(): Measures {
  const [query] = useState(() => window.matchMedia('(max-width: 700px)'))
  const [narrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const onChange = () => setNarrow(query.matches)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }, [query])
  return narrow ? narrowMeasures : wideMeasures
}
// The middle of a lane.
export const middle = (m: Measures, lane: number): number => m.left + lane * m.lane + m.lane / 2
