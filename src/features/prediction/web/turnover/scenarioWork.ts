// Actions on scenarios: apply to the forecast, change, save by name, remove.

import { call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { offerUndo } from '#web/ui/undo.ts'
import {
  deleteScenario,
  type KeptScenario,
  mostScenarios,
  restoreScenario,
  type ScenarioContent,
  saveScenario,
} from '#features/prediction/contract.ts'
import { ask, readKept, shownAddress, useTurnover } from './store.ts'

export const editScenario = (at: number): void => useTurnover.setState({ editing: at })

export function addScenario(): void {
  const { scenarios, part } = shownAddress()
  if (part !== 'ahead') ask({ part: 'ahead' })
  if (scenarios.length >= mostScenarios)
    return void showMessage({ message: `最多并排 ${mostScenarios} 个假设，请先移除一个` })
  editScenario(scenarios.length)
}

export function putScenario(at: number, scenario: ScenarioContent): void {
  const { scenarios } = shownAddress()
  ask({ scenarios: [...scenarios.slice(0, at), scenario, ...scenarios.slice(at + 1)] })
  useTurnover.setState({ editing: null })
}

export function removeShown(at: number): void {
  const { scenarios } = shownAddress()
  ask({ scenarios: scenarios.filter((_, other) => other !== at) })
}

export function addKept({ name, effects }: KeptScenario): void {
  const { scenarios } = shownAddress()
  ask({ scenarios: [...scenarios, { name, effects }].slice(0, mostScenarios) })
}

const failed = (message: string, error: unknown) =>
  showMessage({ message, detail: failureOf(error).shown.message, intent: 'danger' })

/** Saves the scenario under its name; an existing scenario of that name is overwritten. */
export async function keepShown(at: number): Promise<void> {
  const scenario = shownAddress().scenarios[at]
  if (!scenario) return
  const kept = useTurnover.getState().kept.find(({ name }) => name === scenario.name)
  try {
    const { name, effects } = scenario
    await call(
      saveScenario,
      { body: { ...(kept && { id: kept.id, revision: kept.revision }), name, effects } },
      quiet,
    )
    showMessage({ message: `已保存假设「${name}」`, intent: 'success' })
    await readKept()
  } catch (error) {
    failed('保存失败', error)
  }
}

export async function removeKept({ id, name }: KeptScenario): Promise<void> {
  try {
    await call(deleteScenario, { params: { id }, body: {} }, quiet)
    await readKept()
    offerUndo(`已删除假设「${name}」`, async () => {
      try {
        await call(restoreScenario, { params: { id }, body: {} }, quiet)
        await readKept()
      } catch (error) {
        failed('恢复失败', error)
        throw error
      }
    })
  } catch (error) {
    failed('删除失败', error)
  }
}
