// Actions on the player tag page.
import { navigate } from 'wouter/use-browser-location'
import { call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import { offerUndo } from '#web/ui/undo.ts'
import {
  ownType,
  readTagBook,
  type TagChange,
  type TagsChanged,
  type UserTag,
  undoTagChange,
  userTagHistory,
} from '../contract.ts'
import { addressOf, type Wanted } from './address.ts'
import { sendRefusals } from './refusals.ts'
import { sendChange, sendLook } from './requests.ts'
import { useTags } from './store.ts'

export const focusOn = (id: string): void => {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

export async function readReferenceData(): Promise<void> {
  try {
    useTags.setState({ book: await call(readTagBook, {}, quiet), bookFailure: null })
  } catch (error) {
    useTags.setState({ bookFailure: failureOf(error) })
  }
}

let looking: AbortController | null = null

export async function lookUp(wanted: Wanted): Promise<void> {
  looking?.abort()
  const mine = new AbortController()
  looking = mine
  useTags.setState({ busy: true, wanted, editing: null, history: null, showsHistory: false })
  try {
    const info = await sendLook(wanted, mine.signal)
    useTags.setState(({ book }) => ({
      info,
      failure: null,
      busy: false,
      book: book && withRecent(book, wanted, info.game),
    }))
  } catch (error) {
    if (mine.signal.aborted) return
    useTags.setState({ info: null, failure: failureOf(error), busy: false })
  }
}

type ReferenceData = NonNullable<ReturnType<typeof useTags.getState>['book']>
const mostRecent = 20

function withRecent(book: ReferenceData, { cgi, id, types }: Wanted, game: string): ReferenceData {
  const others = book.recent.filter((one) => one.cgi !== cgi || one.id !== id)
  const now = { cgi, id, types, game, at: new Date().toISOString() }
  return { ...book, recent: [now, ...others].slice(0, mostRecent) }
}

/** Navigates to the player; if the address is already the same, looks up again. */
export function goTo(wanted: Wanted): void {
  const address = addressOf(wanted)
  if (`${location.pathname}${location.search}` === address) void lookUp(wanted)
  else navigate(address)
}

export function lookAgain(): void {
  const { wanted } = useTags.getState()
  if (wanted) void lookUp(wanted)
}

export async function copyInfo(): Promise<void> {
  const { info } = useTags.getState()
  if (!info) return void showMessage({ message: '还没有查到玩家' })
  await copyText(JSON.stringify(info, null, 2), `已复制玩家 ${info.id} 的标签`)
}

export function startAdding(): void {
  if (useTags.getState().info) useTags.setState({ editing: '' })
}

export const toggleSigned = (): void => useTags.setState(({ showsSigned }) => ({ showsSigned: !showsSigned }))

export function toggleHistory(): void {
  const { showsHistory, info } = useTags.getState()
  if (!info) return
  useTags.setState({ showsHistory: !showsHistory })
  if (!showsHistory) void readHistory()
}

async function readHistory(): Promise<void> {
  const { info } = useTags.getState()
  if (!info) return
  try {
    const params = { cgi: info.cgi, id: info.id }
    useTags.setState({ history: await call(userTagHistory, { params }, quiet), historyFailure: null })
  } catch (error) {
    useTags.setState({ historyFailure: failureOf(error) })
  }
}

export async function tryRefusals(): Promise<void> {
  const { wanted, info } = useTags.getState()
  if (!wanted || !info) return void showMessage({ message: '先查到一个玩家，再试签名' })
  useTags.setState({ showsSigned: true })
  await sendRefusals(wanted, (refusals) => useTags.setState({ refusals }))
}

function showOwn(tags: readonly UserTag[]): void {
  useTags.setState(({ info }) => ({
    info: info && {
      ...info,
      types: info.types.map((group) => (group.key === ownType ? { ...group, tags: [...tags] } : group)),
    },
  }))
  if (useTags.getState().showsHistory) void readHistory()
}

/** Rejects when the server refuses, after the current tags were shown. */
export async function change(parts: Pick<TagChange, 'set' | 'remove'>, done: string): Promise<void> {
  const { info } = useTags.getState()
  if (!info) return
  try {
    const changed = await sendChange({ cgi: info.cgi, id: info.id, ...parts })
    showOwn(changed.tags)
    useTags.setState({ editing: null, left: parts.set?.[0]?.name ?? null })
    offerBack(changed, done)
  } catch (error) {
    const failure = failureOf(error)
    const { tags } = (failure.data ?? {}) as { tags?: UserTag[] }
    if (failure.code === 'object_conflict' && tags) showOwn(tags)
    throw failure
  }
}

function offerBack({ batch }: TagsChanged, done: string): void {
  if (batch === null) return void showMessage({ message: '没有变化' })
  offerUndo(done, () => takeBack(batch))
}

/** Rejects when somebody has changed the tag since; the client shows the message. */
export async function takeBack(batch: string): Promise<void> {
  const changed = await call(undoTagChange, { body: { batch } })
  showOwn(changed.tags)
}
