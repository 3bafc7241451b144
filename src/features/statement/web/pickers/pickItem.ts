// One thing of a list to choose from.
import type { ReactNode } from 'react'

export interface PickItem {
  key: string
  title: string
  /** Readings of the title, from the server. */
  pinyin: string
  detail?: ReactNode
  group?: string
  /** Under the title, muted. */
  note?: string | undefined
  /** Why it cannot be chosen: greyed, the reason under it. */
  refused?: string
  checked?: boolean
}
