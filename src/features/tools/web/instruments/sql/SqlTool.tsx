// Formats SQL in the product's editor.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { SqlEditor } from '#web/editor/SqlEditor.tsx'
import { emptyCatalog } from '#web/editor/types.ts'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { Options, Problem } from '../Fields.tsx'
import { setText, useText } from '../texts.ts'

export function SqlTool() {
  const sql = useText('sql.text')
  const [problem, setProblem] = useState('')
  const run = async (change: (sql: string) => string) => {
    try {
      setText('sql.text', change(sql))
      setProblem('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const format = async () => {
    const { formatSql } = await import('#web/editor/formatSql.ts')
    await run(formatSql)
  }
  return (
    <>
      <div className="tools-sql">
        <SqlEditor
          documentId="testTools"
          text={sql}
          catalog={emptyCatalog}
          label="要格式化的 SQL"
          onChange={(text) => setText('sql.text', text)}
        />
      </div>
      <Options>
        <Button intent="primary" text="格式化" disabled={sql.trim() === ''} onClick={() => void format()} />
        <Button text="复制" disabled={sql.trim() === ''} onClick={() => void copyText(sql)} />
        <span className="tools-muted">
          在编辑器里
          <ByKey command="sql.format" />
          也可以；注释和参数保留
        </span>
      </Options>
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}
