// A snippet's form: prefix, description, SQL with placeholders.

import {
  bodyProblem,
  cleanPrefix,
  longestPrefix,
  longestTitle,
  prefixProblem,
  readSnippet,
} from '#shared/sql/snippet.ts'
import { call } from '#web/api/client.ts'
import { reserved } from '#web/editor/completion/keywords.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Field } from '#web/form/types.ts'
import { showMessage } from '#web/shell/message.ts'
import { type Snippet, type SnippetContent, saveSnippet } from '#features/code/contract.ts'
import { useCatalog } from '../catalog.ts'
import { keepSaved } from './store.ts'

const fields: readonly Field<SnippetContent>[] = [
  {
    name: 'prefix',
    label: '前缀',
    kind: 'text',
    mono: true,
    required: true,
    half: true,
    longest: longestPrefix,
    help: '在编辑器里输入它，按 Tab 放入',
    check: (value) => prefixProblem(value) ?? undefined,
  },
  {
    name: 'title',
    label: '说明',
    kind: 'text',
    half: true,
    longest: longestTitle,
    help: '补全列表里显示，可按拼音查找',
  },
  {
    name: 'body',
    label: '内容',
    kind: 'textarea',
    mono: true,
    rows: 10,
    required: true,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: places of snippets are written so.
    help: '要填写的位置写作 ${1:表名}，可选的写作 ${2|日,周,月|}，按 Tab 依次前往；$0 是最后停留处，\\$ 是字符 $',
    check: (value) => bodyProblem(value) ?? undefined,
  },
]

interface Props {
  /** Null for a new one. */
  snippet: Snippet | null
  /** Initial text of a new one. */
  body: string
  title: string
  onClose: () => void
}

export function SnippetForm({ snippet, body, title, onClose }: Props) {
  const name = snippet ? `snippet:${snippet.id}` : `snippet:new ${body}`
  return (
    <FormDialog<SnippetContent, Snippet>
      name={name}
      title={snippet ? '编辑片段' : '新建片段'}
      className="snippet-form"
      fields={fields}
      initial={snippet ? contentOf(snippet) : { prefix: '', title, body }}
      valuesOf={contentOf}
      send={(values, against) =>
        call(
          saveSnippet,
          {
            body: {
              ...values,
              ...(snippet && { id: snippet.id, revision: against?.revision ?? snippet.revision }),
            },
          },
          { quiet: true, loading: null },
        )
      }
      onClose={onClose}
      onSaved={(saved) => {
        keepSaved(saved)
        showMessage({
          message: `已保存片段「${saved.prefix}」，在编辑器里输入它按 Tab 放入`,
          intent: 'success',
        })
        onClose()
      }}
    >
      {(values) => <Notes {...values} />}
    </FormDialog>
  )
}

const contentOf = ({ prefix, title, body }: Snippet): SnippetContent => ({ prefix, title, body })

/** Consequences that are no errors. */
function Notes({ prefix, body }: SnippetContent) {
  const tables = useCatalog((state) => state.tables)
  const functions = useCatalog((state) => state.functions)
  const typed = cleanPrefix(prefix).toLowerCase()
  const isNamed = (one: { name: string }) => one.name.toLowerCase() === typed
  const what = reserved.has(typed)
    ? '关键字'
    : tables.some(isNamed)
      ? '表'
      : functions.some(isNamed)
        ? '函数'
        : null
  const { brokenLines } = readSnippet(body)
  return (
    <>
      {what && (
        <p className="form-help">
          与{what}同名：补全时排在{what}之后，用 ↓ 选中
        </p>
      )}
      {brokenLines.length > 0 && (
        <p className="form-help" role="status">
          第 {brokenLines.slice(0, 5).join('、')} 行的 {'${'} 没有写完整，会按原文放入
        </p>
      )}
    </>
  )
}
