// Components loaded on first use. Unlike React.lazy they never suspend their surroundings, which would delay a first
// opening by a third of a second, and a component that fails to load shows an error instead of breaking the page.
import { type ComponentType, useEffect, useState } from 'react'
import { tellMissingPart } from '../shell/whenRead.ts'

type OnDemand<Props> = ComponentType<Props> & {
  /** Loads the component ahead of its first use. */
  preload: () => void
}

export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let Part: ComponentType<Props> | null = null
  let reading: Promise<void> | undefined
  const read = (): Promise<void> => {
    reading ??= load().then(
      (loaded) => {
        Part = loaded
      },
      (error) => {
        reading = undefined
        throw error
      },
    )
    return reading
  }

  function Demanded(props: Props) {
    const [, setRead] = useState(Part !== null)
    useEffect(() => {
      if (Part) return
      let left = false
      read().then(() => !left && setRead(true), tellMissingPart)
      return () => {
        left = true
      }
    }, [])
    return Part ? <Part {...props} /> : null
  }
  return Object.assign(Demanded, { preload: () => void read().catch(() => {}) })
}
