// The page's own state: side, split, open dialogs. Sizes are stored per user.
import { create } from 'zustand'
import { useSession } from '#web/shell/session.ts'
import { isRecord, readJson, type StoredKey, writeJson } from '#web/shell/storage.ts'
import { clampSide, usualSide } from '#web/ui/side/sideWidth.ts'
import type { SavedQuery, Snippet } from '#features/code/contract.ts'

const sideTabs = ['tables', 'saved', 'history', 'temporary'] as const
export type SideTab = (typeof sideTabs)[number]

export type Dialog =
  | { kind: 'cancel'; documentId: string }
  /** Some of them have been running for long. */
  | { kind: 'closeResults'; keys: readonly string[]; goOn: () => void }
  | {
      kind: 'fill'
      documentId: string
      names: readonly string[]
      statements: readonly { sql: string }[]
      goOn: () => void
    }
  | { kind: 'save'; documentId: string; asNew: boolean }
  | { kind: 'conflict'; documentId: string; theirs: SavedQuery }
  | { kind: 'windows'; documentId: string }
  | { kind: 'share' | 'versions'; documentId: string }
  | { kind: 'sample'; table: string }
  | { kind: 'temporary'; sql: string }
  | { kind: 'dropTemporary'; id: string; name: string }
  | { kind: 'snippets'; find: string }
  /** Opened over the list, whose search text is `find`. */
  | { kind: 'snippet'; snippet: Snippet | null; body: string; title: string; find: string | null }
  | { kind: 'renameDocument'; documentId: string }
  | { kind: 'renameResult'; key: string }

interface ViewState {
  tab: SideTab
  width: number
  folded: boolean
  /** The side in narrow windows. */
  drawer: boolean
  find: Record<SideTab, string>
  /** Unfolded groups and tables. */
  open: Record<string, boolean>
  /** The editor's share of the height, in percent. */
  split: number
  dialog: Dialog | null
  /** Parameter whose control is open. */
  parameter: string | null
  limitOpen: boolean
}

export const usualSplit = 50
const clamp = (value: number, least: number, most: number) =>
  Math.round(Math.min(most, Math.max(least, value)))

const start: ViewState = {
  tab: 'tables',
  width: usualSide,
  folded: false,
  drawer: false,
  find: { tables: '', saved: '', history: '', temporary: '' },
  open: {},
  split: usualSplit,
  dialog: null,
  parameter: null,
  limitOpen: false,
}

export const useView = create<ViewState>(() => start)

const placeKey = (): StoredKey => `sqlView:${useSession.getState().username ?? ''}`

/** Restores the state of the user's last visit. */
export function openView(): void {
  const kept = readJson(placeKey(), isRecord) ?? {}
  const number = (name: string, usual: number) => (typeof kept[name] === 'number' ? kept[name] : usual)
  useView.setState({
    ...start,
    tab: sideTabs.find((tab) => tab === kept.tab) ?? 'tables',
    width: clampSide(number('width', usualSide)),
    folded: kept.folded === true,
    split: clamp(number('split', usualSplit), 15, 85),
  })
}

function change(part: Partial<Pick<ViewState, 'tab' | 'width' | 'folded' | 'split'>>): void {
  useView.setState(part)
  const { tab, width, folded, split } = useView.getState()
  writeJson(placeKey(), { tab, width, folded, split })
}

export const setWidth = (width: number): void => change({ width: clampSide(width) })
export const setSplit = (split: number): void => change({ split: clamp(split, 15, 85) })
export const setFolded = (folded: boolean): void => change({ folded })
export const setTab = (tab: SideTab): void => change({ tab })

export const openDialog = (dialog: Dialog): void => useView.setState({ dialog })
export const closeDialog = (): void => useView.setState({ dialog: null })
export const setFind = (tab: SideTab, text: string): void =>
  useView.setState(({ find }) => ({ find: { ...find, [tab]: text } }))
export const setOpen = (key: string, isOpen: boolean): void =>
  useView.setState(({ open }) => ({ open: { ...open, [key]: isOpen } }))
