// Chooses one or several values of a dictionary by name, code or pinyin.
import { InputGroup, Menu, MenuItem, Switch } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { foldText, matchesName } from '#shared/textMatch.ts'
import { type CallError, failureOf } from '#web/api/callError.ts'
import type { DictionaryLabel } from '#web/api/dictionaries.ts'
import { loadingTexts } from '#web/api/loading.ts'
import { pastedValues } from '#web/pick/values/typed.ts'
import { FailureLine } from '../states/FailureLine.tsx'
import './dictionaryChoice.css'

const mostShown = 100

interface Props {
  /** What the values are for. */
  name: string
  dictId: number
  load: (dictId: number) => Promise<readonly DictionaryLabel[]>
  value: ParameterValue
  onChange: (value: ParameterValue) => void
  /** Whether several values may be chosen; if undefined, the user decides. */
  several?: boolean
  /** Whether the field takes the focus when it opens. */
  focused?: boolean
}

function useLabels(dictId: number, load: Props['load']) {
  const [labels, setLabels] = useState<readonly DictionaryLabel[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again.
  useEffect(() => {
    let gone = false
    setFailure(null)
    load(dictId).then(
      (found) => gone || setLabels(found),
      (error: unknown) => gone || setFailure(failureOf(error)),
    )
    return () => {
      gone = true
    }
  }, [dictId, load, times])
  return { labels, failure, again: () => setTimes((before) => before + 1) }
}

/** `load` must be the same function at each render. */
export function DictionaryChoice({
  name,
  dictId,
  load,
  value,
  onChange,
  several: decided,
  focused = true,
}: Props) {
  const { labels, failure, again } = useLabels(dictId, load)
  const [find, setFind] = useState('')
  const several = decided ?? Array.isArray(value)
  const codes = Array.isArray(value) ? value : value === '' || value === null ? [] : [String(value)]
  const chosen = new Set(codes.map(String))
  const typed = foldText(find)
  const found = (labels ?? []).filter(
    (one) =>
      find === '' ||
      matchesName(one.label, one.pinyin ?? '', find) ||
      foldText(String(one.code)).includes(typed),
  )
  const choose = (code: string) => {
    if (!several) onChange(code)
    else onChange(chosen.has(code) ? codes.filter((one) => String(one) !== code) : [...codes, code])
  }
  /** Pasted names become their codes; texts that are no names count as codes. */
  const take = (texts: readonly string[]) => {
    const named = new Map((labels ?? []).map((one) => [one.label, String(one.code)]))
    const pasted = new Set(texts.map((text) => named.get(text) ?? text))
    onChange([...codes, ...[...pasted].filter((code) => !chosen.has(code))])
  }
  return (
    <div className="dictionary-choice">
      <InputGroup
        aria-label={`查找${name}的值`}
        autoFocus={focused}
        value={find}
        placeholder="名称或代码"
        onChange={(event) => setFind(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = several ? pastedValues(event.clipboardData.getData('text')) : null
          if (pasted === null) return
          event.preventDefault()
          take(pasted.map(({ text }) => text))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || find === '') return
          const first = found[0]
          // With no match, or with several values to choose, Enter must not submit the surrounding form. In a popup it
          // must not press the button, which has the focus as soon as the choice has closed it.
          const isInPopup = decided !== undefined
          if (!first || isInPopup || (several && !event.ctrlKey && !event.metaKey)) event.preventDefault()
          if (!first) return
          choose(String(first.code))
          setFind('')
        }}
      />
      {decided === undefined && (
        <Switch
          label="可选多项"
          checked={several}
          onChange={(event) => onChange(event.currentTarget.checked ? codes.map(String) : '')}
        />
      )}
      {failure && (
        <div className="dictionary-missing">
          <FailureLine what="字典读取失败" failure={failure} onRetry={again} />
        </div>
      )}
      <Menu className="dictionary-values">
        {labels === null && !failure && <MenuItem disabled text={loadingTexts.load} />}
        {labels !== null && found.length === 0 && <MenuItem disabled text="没有符合的值" />}
        {found.slice(0, mostShown).map(({ code, label }) => (
          <MenuItem
            key={String(code)}
            text={label}
            labelElement={
              <>
                {code}
                <span className="dictionary-tick">{chosen.has(String(code)) && <Tick size={12} />}</span>
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
