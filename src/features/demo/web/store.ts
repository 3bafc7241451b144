// State of the demo page; polls the server while a job runs, whoever started it.
import { create } from 'zustand'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { addDemo, cancelDemo, type Demo, type DemoSize, readDemo, removeDemo } from '../contract.ts'

interface DemoWork {
  demo: Demo | null
  failure: CallError | null
  /** The action whose answer is awaited. */
  doing: 'begin' | 'cancel' | 'remove' | null
  size: DemoSize
  /** Whether the question before the removal is open. */
  asks: boolean
  /** The last action on this page: its button may have disappeared together with the focus. */
  acted: 'begun' | 'asked' | null
}

const nothing: DemoWork = { demo: null, failure: null, doing: null, size: 'whole', asks: false, acted: null }
export const useDemo = create<DemoWork>(() => nothing)

const lookAgainMs = 500

export const mayBegin = ({ demo, doing }: DemoWork): boolean =>
  doing === null &&
  demo !== null &&
  demo.refusal === null &&
  demo.job === null &&
  (demo.state === 'none' || demo.state === 'making')

export const mayRemove = ({ demo, doing, asks }: DemoWork): boolean =>
  doing === null &&
  !asks &&
  demo !== null &&
  demo.refusal === null &&
  demo.job === null &&
  demo.state !== 'none' &&
  demo.state !== 'first'

let timer: ReturnType<typeof setTimeout> | undefined
let isOpen = false

export function openDemo(): () => void {
  isOpen = true
  useDemo.setState({ ...nothing, demo: useDemo.getState().demo })
  void look()
  return () => {
    isOpen = false
    clearTimeout(timer)
  }
}

export async function look(): Promise<void> {
  clearTimeout(timer)
  const before = useDemo.getState().demo
  try {
    const demo = await call(readDemo, {}, quiet)
    useDemo.setState({ demo, failure: null })
    if (before?.job && !demo.job && demo.state === 'made')
      showMessage({ message: '演示数据已生成', intent: 'success' })
  } catch (error) {
    useDemo.setState({ failure: failureOf(error) })
  }
  // Polling continues after a failed request: the job still runs.
  if (isOpen && useDemo.getState().demo?.job) timer = setTimeout(() => void look(), lookAgainMs)
}

async function during(doing: DemoWork['doing'], work: () => Promise<unknown>): Promise<void> {
  useDemo.setState({ doing, failure: null, acted: 'begun' })
  try {
    await work()
    await look()
  } catch (error) {
    const failure = failureOf(error)
    // The refused state may differ from the shown one.
    await look()
    useDemo.setState({ failure })
  } finally {
    useDemo.setState({ doing: null })
  }
}

export async function begin(): Promise<void> {
  const state = useDemo.getState()
  if (!mayBegin(state)) return
  await during('begin', () => call(addDemo, { body: { size: state.demo?.size ?? state.size } }, quiet))
}

export const cancel = (): Promise<void> => during('cancel', () => call(cancelDemo, { body: {} }, quiet))

export function askToRemove(): void {
  if (!mayRemove(useDemo.getState())) return
  useDemo.setState({ asks: true, failure: null, acted: 'asked' })
  // Refreshes the list, because users may have added things meanwhile.
  void look()
}

export const refuseRemoval = (): void => useDemo.setState({ asks: false })

/**
 * `named`: number of users' things shown. Where it has changed, the server refuses, and the page shows the new list.
 */
export async function remove(named: number): Promise<void> {
  await during('remove', async () => {
    await call(removeDemo, { body: { named } }, quiet)
    useDemo.setState({ asks: false })
    showMessage({ message: '演示数据已移除', intent: 'success' })
  })
}
