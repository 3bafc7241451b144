// Handlers of commands on own formulas: that of the column under the cursor, or the only one.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import type { formulaCommands } from '../commands/formulas.ts'
import { presentInfo } from '../report/store.ts'
import { ownAtCursor } from './atCursor.ts'
import { askForPoint } from './promoting.ts'
import { writeFormula } from './store.ts'

function withOwn(work: (id: number) => void): Handler {
  return () => {
    const formulas = presentInfo()?.formulas ?? []
    const only = formulas.length === 1 ? formulas[0]?.id : undefined
    const id = ownAtCursor() ?? only
    if (id !== undefined) work(id)
    else
      showMessage(
        formulas.length === 0
          ? { message: '这张报表没有自建公式', detail: `${byKey('report.formula')}新建一个` }
          : {
              message: '先在表格里选一个自建公式的数字',
              detail: `${byKey('report.enterTable')}进入表格，用方向键移动`,
            },
      )
  }
}

export const formulaWork: Record<HandledId<typeof formulaCommands>, Handler> = {
  'report.formula': () => {
    if (presentInfo()) writeFormula(null)
  },
  'report.editFormula': withOwn(writeFormula),
  'report.promoteFormula': withOwn(askForPoint),
}
