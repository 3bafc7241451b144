// What Ctrl+Z takes back on the report pages: the latest step first, each once.
import { showMessage } from '#web/shell/message.ts'

const mostSteps = 50
let steps: (() => void)[] = []

/** `takeBack` must not remember itself as a step of its own. */
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
