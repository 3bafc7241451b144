// Ctrl+Z on the report pages: undoes the latest step first, each once.
import { showMessage } from '#web/shell/message.ts'

const mostSteps = 50
let steps: (() => void)[] = []

/** `takeBack` must not record itself as a step. */
export function rememberStep(takeBack: () => void): void {
  steps = [...steps, takeBack].slice(-mostSteps)
}

export function undoStep(): void {
  const takeBack = steps.at(-1)
  steps = steps.slice(0, -1)
  if (takeBack) takeBack()
  else showMessage({ message: '没有可以撤销的操作' })
}

export const forgetSteps = (): void => {
  steps = []
}
