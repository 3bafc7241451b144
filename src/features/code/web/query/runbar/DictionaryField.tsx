// Chooses one or several values of a dictionary by name, code or pinyin.
import { InputGroup, Menu, MenuItem, Switch } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import type { ParameterValue } from '../../../../../shared/sql/parameters.ts'
import { foldText, matchesName } from '../../../../../shared/textMatch.ts'
import type { SqlLabel } from '../../../../../web/editor/types.ts'
import { dictionaryLabels } from '../catalog.ts'

const mostShown = 100

interface Props {
  name: string
  dictId: number
  value: ParameterValue
  onChange: (value: ParameterValue) => void
}

export function DictionaryField({ name, dictId, value, onChange }: Props) {
  const [labels, setLabels] = useState<readonly SqlLabel[] | null>(null)
  const [find, setFind] = useState('')
  useEffect(() => {
    let gone = false
    dictionaryLabels(dictId).then(
      (found) => gone || setLabels(found),
      () => gone || setLabels([]),
    )
    return () => {
      gone = true
    }
  }, [dictId])
  const several = Array.isArray(value)
  const chosen = new Set((several ? value : [value]).map(String))
  const typed = foldText(find)
  const found = (labels ?? []).filter(
    ({ code, label, pinyin = '' }) =>
      matchesName(label, pinyin, typed) || foldText(String(code)).includes(typed),
  )
  const choose = (code: string) => {
    if (!several) onChange(code)
    else onChange(chosen.has(code) ? value.filter((one) => String(one) !== code) : [...value, code])
  }
  return (
    <div className="parameter-dictionary">
      <InputGroup
        aria-label={`查找 :${name} 的值`}
        autoFocus
        value={find}
        placeholder="名称或编码"
        onChange={(event) => setFind(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = found[0]
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first || find === '') return
          choose(String(first.code))
          setFind('')
        }}
      />
      <Switch
        label="可选多项"
        checked={several}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? (value === '' || value === null ? [] : [String(value)]) : '')
        }
      />
      <Menu className="parameter-choices">
        {labels === null && <MenuItem disabled text="加载中..." />}
        {labels !== null && found.length === 0 && <MenuItem disabled text="没有符合的值" />}
        {found.slice(0, mostShown).map(({ code, label }) => (
          <MenuItem
            key={String(code)}
            text={label}
            labelElement={
              <>
                {code} {chosen.has(String(code)) && <Tick size={12} />}
              </>
            }
            selected={chosen.has(String(code))}
            shouldDismissPopover={false}
            onClick={() => choose(String(code))}
          />
        ))}
        {found.length > mostShown && (
          <MenuItem disabled text={`还有 ${found.length - mostShown} 项，请输入名称`} />
        )}
      </Menu>
    </div>
  )
}
