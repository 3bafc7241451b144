// Editor features about names: rename, go to definition, and quick fixes for other dialects.

import type { CancellationToken, editor, IRange, languages, Position } from 'monaco-editor'
import { type DialectFix, dialectFixes, inEngineForm } from '#shared/sql/dialect/fixes.ts'
import { otherMeanings } from '#shared/sql/dialect/meanings.ts'
import { misspeltAt } from '#shared/sql/dialect/misspelt.ts'
import { definitionAt } from './completion/definition.ts'
import { renamingAt, writtenName } from './completion/renaming.ts'
import { isClickHouse } from './dialect.ts'
import { languageId } from './language.ts'
import { documentOf } from './models.ts'
import { monaco } from './monaco.ts'
import { runOwner } from './problems.ts'
import { presentCatalog, readAt } from './providers.ts'
import { rangeOf } from './ranges.ts'
import type { DefinedTable } from './types.ts'

// ---- renaming

monaco.languages.registerRenameProvider(languageId, {
  resolveRenameLocation: (model, position) => {
    const read = readAt(model, position)
    const found = read && renamingAt(read, read.offset)
    const none = { range: rangeOf(model, 0, 0), text: '' }
    if (!found) return { ...none, rejectReason: '这里没有可以改名的别名或 WITH 名称' }
    if ('problem' in found) return { ...none, rejectReason: found.problem }
    return { range: rangeOf(model, found.own.start, found.own.end), text: found.name }
  },
  provideRenameEdits: (model, position, newName) => {
    const read = readAt(model, position)
    const found = read && renamingAt(read, read.offset)
    const written = writtenName(newName)
    if (!found || 'problem' in found || written === null) return { edits: [], rejectReason: '改名失败' }
    return {
      edits: found.places.map(({ start, end }) => ({
        resource: model.uri,
        versionId: model.getVersionId(),
        textEdit: { range: rangeOf(model, start, end), text: written },
      })),
    }
  },
})

// ---- definition

let showTable: (table: DefinedTable) => void = () => {}

/** What the page does with a name's table. */
export function provideShowTable(show: ((table: DefinedTable) => void) | undefined): void {
  showTable = show ?? (() => {})
}

/** False where the name has no definition. */
export function goToDefinition(view: editor.IStandaloneCodeEditor, at?: Position): boolean {
  const model = view.getModel()
  const position = at ?? view.getPosition()
  const read = model && position ? readAt(model, position) : null
  const found = read && definitionAt(read, read.offset, presentCatalog())
  if (!model || !found) return false
  if ('table' in found) showTable(found.table)
  else {
    // Not selected: the next letter would replace the name. The editor lights up its occurrences.
    const start = model.getPositionAt(found.place.start)
    view.setPosition(start)
    view.revealPositionInCenterIfOutsideViewport(start)
    view.focus()
  }
  return true
}

// ---- other dialects

const longest = 200_000

function fixesIn(
  model: editor.ITextModel,
  range: IRange,
): { fixes: DialectFix[]; start: number; end: number } {
  const index = documentOf(model)?.statements()
  const offset = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn })
  const found = index?.at(offset)
  if (!found || found.end - found.start > longest) return { fixes: [], start: 0, end: 0 }
  const sql = model.getValue().slice(found.start, found.end)
  const moved = ({ start, end, text }: DialectFix) => ({
    start: start + found.start,
    end: end + found.start,
    text,
  })
  // They lead to DuckDB's forms.
  const fixes = isClickHouse(presentCatalog()) ? [] : dialectFixes(sql)
  return { fixes: fixes.map(moved), ...found }
}

/** A name in double quotes that was not found may be meant as a string. */
function quotedFixes(model: editor.ITextModel, range: IRange): languages.CodeAction[] {
  const markers = monaco.editor.getModelMarkers({ owner: runOwner, resource: model.uri })
  return markers.flatMap((marker) => {
    const written = model.getValueInRange(marker)
    const isThere = monaco.Range.areIntersectingOrTouching(marker, range)
    if (!isThere || !/^"[^"]*"$/.test(written) || !marker.message.includes('找不到列')) return []
    const text = `'${written.slice(1, -1).replaceAll("'", "''")}'`
    return [actionOf(model, `改成文本 ${text}`, [{ range: marker, text }])]
  })
}

/** For syntax with another meaning elsewhere: that meaning here, or an unambiguous form. */
function meaningFixes(
  model: editor.ITextModel,
  { start, end }: { start: number; end: number },
  touches: (fix: DialectFix) => boolean,
): languages.CodeAction[] {
  const actionFor = (fix: DialectFix, title: (text: string) => string, isPreferred: boolean) => {
    const edit = { range: rangeOf(model, start + fix.start, start + fix.end), text: fix.text }
    return { ...actionOf(model, title(shortly(fix.text)), [edit]), isPreferred }
  }
  if (isClickHouse(presentCatalog())) return []
  return otherMeanings(model.getValue().slice(start, end)).flatMap((meaning) => {
    const { elsewhere, own } = meaning
    if (!touches({ ...elsewhere, start: start + elsewhere.start, end: start + elsewhere.end })) return []
    return [
      actionFor(elsewhere, (text) => `改成 ${text}`, own === null),
      ...(own ? [actionFor(own, (text) => `照这里的意思写明 ${text}`, false)] : []),
    ]
  })
}

/** A misspelt keyword where the last run reported a syntax error. */
function misspeltFixes(
  model: editor.ITextModel,
  { start, end }: { start: number; end: number },
): languages.CodeAction[] {
  const sql = model.getValue().slice(start, end)
  const markers = monaco.editor.getModelMarkers({ owner: runOwner, resource: model.uri })
  return markers.flatMap(({ startLineNumber, startColumn, message }) => {
    const at = model.getOffsetAt({ lineNumber: startLineNumber, column: startColumn })
    if (at < start || at > end || !/^(语法错误|语句没有写完)/.test(message)) return []
    const fix = misspeltAt(sql, at - start)
    if (!fix) return []
    const range = rangeOf(model, start + fix.start, start + fix.end)
    return [actionOf(model, titleOf(model, range, fix.text), [{ range, text: fix.text }])]
  })
}

const titleOf = (model: editor.ITextModel, range: IRange, text: string): string =>
  text.trim() === '' ? `去掉 ${shortly(model.getValueInRange(range))}` : `改成 ${shortly(text)}`

const actionOf = (
  model: editor.ITextModel,
  title: string,
  edits: { range: IRange; text: string }[],
): languages.CodeAction => ({
  title,
  kind: 'quickfix',
  isPreferred: true,
  edit: {
    edits: edits.map((textEdit) => ({
      resource: model.uri,
      versionId: model.getVersionId(),
      textEdit,
    })),
  },
})

const shortly = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

monaco.languages.registerCodeActionProvider(languageId, {
  provideCodeActions: (
    model: editor.ITextModel,
    range: IRange,
    _context: languages.CodeActionContext,
    _token: CancellationToken,
  ) => {
    const { fixes, start, end } = fixesIn(model, range)
    const from = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn })
    const to = model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn })
    const touches = (fix: DialectFix) => fix.start <= to && from <= fix.end
    const here = fixes.filter(touches)
    const actions = [
      ...quotedFixes(model, range),
      ...here.map((fix) => {
        const place = rangeOf(model, fix.start, fix.end)
        return actionOf(model, titleOf(model, place, fix.text), [{ range: place, text: fix.text }])
      }),
      ...meaningFixes(model, { start, end }, touches),
      ...(fixes.length === 0 ? misspeltFixes(model, { start, end }) : []),
    ]
    if (fixes.length > here.length || fixes.length > 1) {
      const sql = model.getValue().slice(start, end)
      const text = inEngineForm(sql)
      actions.push(actionOf(model, '整条语句改成 DuckDB 写法', [{ range: rangeOf(model, start, end), text }]))
    }
    return { actions, dispose: () => {} }
  },
})
