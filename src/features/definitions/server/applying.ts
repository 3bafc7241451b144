// Writes the chosen items of a file, all or none, exactly as previewed.

import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { forgetModel, notedWrites, repeatedKeys } from '#features/config/server/index.ts'
import { FileWrites } from '#features/statement/server/index.ts'
import type { DefinitionItem, DefinitionsFile } from '../contract.ts'
import { readFile } from './fileShape.ts'
import { readHeld } from './house.ts'
import { planImport } from './planning.ts'
import { Writing } from './writing.ts'

const mayManage = ({ authorityInfo }: SessionUser): boolean =>
  holdsPermission(authorityInfo, 'manage_dictionary')

async function repeatedIn(deps: Deps, { dimensionTables }: DefinitionsFile): Promise<Map<number, string[]>> {
  const tables = dimensionTables.map((table) => ({ ...table, create_time: '' }))
  const found = await repeatedKeys(deps, tables)
  return new Map(found.map(({ dimTableId, examples }) => [dimTableId, examples]))
}

export async function previewFile(deps: Deps, user: SessionUser, given: unknown) {
  const file = await readFile(given)
  const repeated = await repeatedIn(deps, file)
  const held = await readHeld(deps, deps.metadata.db, user)
  const { items, digest } = await planImport({
    file,
    held,
    caller: user,
    mayManage: mayManage(user),
    context: contextFor(deps),
    repeated,
  })
  return { items, digest }
}

export async function applyFile(
  deps: Deps,
  user: SessionUser,
  request: { file: unknown; keys: string[]; digest: string },
): Promise<{ added: number; changed: number }> {
  const file = await readFile(request.file)
  // Queried before the transaction, because the warehouse may be slow.
  const repeated = await repeatedIn(deps, file)
  const counts = await deps.metadata.transaction(async (db) => {
    const held = await readHeld(deps, db, user)
    const plan = await planImport({
      file,
      held,
      caller: user,
      mayManage: mayManage(user),
      context: contextFor(deps),
      repeated,
    })
    if (plan.digest !== request.digest)
      throw new AppError('object_conflict', '预览之后这里的定义又有变化，请重新预览后再导入')
    const chosen = chosenItems(plan.items, request.keys)
    const counted = {
      added: chosen.filter(({ action }) => action === 'add').length,
      changed: chosen.filter(({ action }) => action === 'change').length,
    }
    await writeAudit(db, {
      userId: user.id,
      action: 'definitions.import',
      detail: { ...counted, names: chosen.slice(0, 200).map(({ kind, name }) => `${kind} ${name}`) },
    })
    const keys = new Set(chosen.map(({ key }) => key))
    const writes = await notedWrites(db, user)
    const tree = new FileWrites(deps.metadata, db, user)
    await new Writing(db, file, plan, keys, writes, tree).write(held)
    return counted
  })
  forgetModel(deps.metadata)
  return counts
}

/**
 * Chosen items that would change something. Refuses an item that can't be applied, or that needs an item
 * neither present here nor chosen.
 */
function chosenItems(items: readonly DefinitionItem[], keys: readonly string[]): DefinitionItem[] {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const wanted = new Set(keys)
  const unknown = keys.find((key) => !byKey.has(key))
  if (unknown !== undefined) throw new AppError('parameter_wrong', '选择的内容不在文件里，请重新预览')
  const chosen = items.filter(({ key, action }) => wanted.has(key) && action !== 'same')
  for (const item of chosen) {
    if (item.problems.length > 0)
      throw new AppError('import_invalid', `「${item.name}」不能导入：${item.problems[0]}`)
    const lacking = item.needs.find((key) => !wanted.has(key))
    if (lacking !== undefined)
      throw new AppError(
        'import_invalid',
        `「${item.name}」要用到「${byKey.get(lacking)?.name ?? ''}」，请一并选择`,
      )
  }
  if (chosen.length === 0) throw new AppError('import_invalid', '没有选择要导入的内容')
  return chosen
}
