// Generates and parses UUIDs.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { installation } from '#web/shell/installation.ts'
import { copyText } from '#web/ui/copyText.ts'
import { Options, Problem, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import { clockText } from '../time/zones.ts'
import { makeUuid, readUuid } from './identities.ts'

const many = 100
const fresh = () => [
  { label: 'UUID v4', value: makeUuid(4), note: '随机' },
  { label: 'UUID v7', value: makeUuid(7), note: '按时间先后排列' },
]

export function IdentityTool() {
  const text = useText('identity.text')
  const [made, setMade] = useState(fresh)
  const read = text.trim() === '' ? null : readUuid(text)
  return (
    <>
      <TextField
        field="identity.text"
        label="UUID"
        hint={instrumentHints.identity}
        rows={1}
        isWrong={typeof read === 'string'}
      />
      {typeof read === 'string' && <Problem>{read}</Problem>}
      {read !== null && typeof read !== 'string' && (
        <Results
          results={[
            { label: '标准写法', value: read.text },
            { label: '版本', value: String(read.version), note: read.variant },
            ...(read.nanos === null
              ? []
              : [{ label: '生成于', value: clockText(read.nanos, installation().zone) }]),
          ]}
        />
      )}
      <h2>生成</h2>
      <Results results={made} />
      <Options>
        <Button text="换一批" onClick={() => setMade(fresh())} />
        <Button
          text={`复制 ${many} 个 v4`}
          onClick={() =>
            void copyText(Array.from({ length: many }, () => makeUuid(4)).join('\n'), `已复制 ${many} 个`)
          }
        />
      </Options>
    </>
  )
}
