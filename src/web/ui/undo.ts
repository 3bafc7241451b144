// Actions that can be undone: offered in a message, and by Ctrl+Z, latest first.
import { dismissMessage, showMessage } from '../shell/message.ts'
import { useSession } from '../shell/session.ts'

interface Undo {
  takeBack: () => Promise<void>
  message: string
}

const mostRemembered = 50
let offered: readonly Undo[] = []

useSession.subscribe(({ roleData }) => {
  if (roleData === null) offered = []
})

/** `takeBack` shows its own error message; after a failure it can be tried again. */
export function offerUndo(done: string, takeBack: () => Promise<void>): void {
  const message = showMessage({
    message: done,
    intent: 'success',
    action: { text: '撤销', onClick: () => void run(undo) },
  })
  const undo: Undo = { takeBack, message }
  offered = [...offered, undo].slice(-mostRemembered)
}

export function undoLast(): void {
  const last = offered.at(-1)
  if (last) void run(last)
  else showMessage({ message: '没有可以撤销的操作' })
}

async function run(undo: Undo): Promise<void> {
  if (!offered.includes(undo)) return
  offered = offered.filter((other) => other !== undo)
  dismissMessage(undo.message)
  try {
    await undo.takeBack()
  } catch {
    offered = [...offered, undo]
  }
}
