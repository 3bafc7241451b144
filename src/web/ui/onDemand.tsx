// Parts that are read when they are first needed. Unlike React's lazy they never suspend what is around them, which
// delays a first opening by a third of a second, and a part that can't be had says so instead of taking the page along.
import { type ComponentType, useEffect, useState } from 'react'
import { tellMissingPart } from '../shell/whenRead.ts'

type OnDemand<Props> = ComponentType<Props> & {
  /** Reads it ahead of its first use. */
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
