// What becomes of a table that an earlier import made under the chosen name.
import { Checkbox, Radio, RadioGroup } from '@blueprintjs/core'
import type { ImportAddition } from '../contract.ts'
import { setImport, useImport } from './store.ts'

type Way = '' | 'replace' | ImportAddition['by']

export function JoinChoice({ table }: { table: string }) {
  const { replace, addition } = useImport()
  const way: Way = replace ? 'replace' : (addition?.by ?? '')
  const choose = (chosen: Way) =>
    setImport({
      replace: chosen === 'replace',
      addition:
        chosen === '' || chosen === 'replace'
          ? null
          : { by: chosen, keys: addition?.keys ?? [], again: addition?.again ?? false },
    })
  return (
    <RadioGroup
      className="imports-joins"
      label={`「${table}」已存在，导入的行`}
      selectedValue={way}
      onChange={(event) => choose(event.currentTarget.value as Way)}
    >
      <Radio value="replace" label="替换原有的所有行，指标和报表沿用" />
      <Radio value="rows" label="追加，原有的行都保留" />
      <Radio value="days" label="追加，替换文件里这些日期的行（有游戏列时，只替换文件里的游戏）" />
      <Radio value="keys" label="追加，替换键相同的行" />
      {way === 'keys' && <Keys />}
      {addition && (
        <Checkbox
          label="内容载入过也再次载入"
          checked={addition.again}
          onChange={(event) => setImport({ addition: { ...addition, again: event.currentTarget.checked } })}
        />
      )}
    </RadioGroup>
  )
}

/** The columns that make two rows the same. */
function Keys() {
  const { columns, addition } = useImport()
  if (!addition) return null
  const { keys } = addition
  const names = columns.flatMap(({ name, role }) => (role === 'left' ? [] : [name.trim()]))
  return (
    <fieldset className="imports-keys">
      <legend>键由这些列组成</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          inline
          label={name}
          checked={keys.includes(name)}
          onChange={(event) => {
            const rest = keys.filter((key) => key !== name && names.includes(key))
            setImport({
              addition: { ...addition, keys: event.currentTarget.checked ? [...rest, name] : rest },
            })
          }}
        />
      ))}
    </fieldset>
  )
}
