// Chooses a subscription's receivers among those of the user's games.
import { Checkbox } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import type { DrawnProps, FieldValue } from '#web/form/types.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type ReceiverChoice, receiverChoices, receiverKindTitles } from '#features/receivers/contract.ts'

const chosenOf = (value: FieldValue): readonly string[] => (Array.isArray(value) ? (value as string[]) : [])

let known: readonly ReceiverChoice[] = []
const nameOf = (id: string): string => known.find((one) => String(one.id) === id)?.name ?? `#${id}`

export const receiversText = (value: FieldValue): string => chosenOf(value).map(nameOf).join('、')

export function ReceiversInput({ id, label, value, readOnly, describedBy, onChange, onBlur }: DrawnProps) {
  const [choices, setChoices] = useState<readonly ReceiverChoice[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(receiverChoices, {}, { quiet: true, loading: null, signal: asking.signal }).then(
      (given) => {
        known = given
        setChoices(given)
      },
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [])
  const chosen = chosenOf(value)
  if (failure) return <FailureLine what="通知渠道读取失败" failure={failure} />
  if (!choices) return <p role="status">加载中...</p>
  // A receiver that no longer exists stays visible until the user removes it.
  const gone = chosen.filter((one) => !choices.some((choice) => String(choice.id) === one))
  if (choices.length === 0 && gone.length === 0) return <p className="subscribe-none">还没有通知渠道</p>
  const toggle = (one: string) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <fieldset aria-label={label} aria-describedby={describedBy} className="subscribe-receivers">
      {[
        ...choices.map((choice) => ({
          key: String(choice.id),
          title: `${choice.name}（${receiverKindTitles[choice.kind]}）`,
        })),
        ...gone.map((key) => ({ key, title: `#${key}（已删除或看不到）` })),
      ].map(({ key, title }, at) => (
        <Checkbox
          key={key}
          {...(at === 0 && { id })}
          checked={chosen.includes(key)}
          disabled={readOnly}
          onBlur={onBlur}
          onChange={() => toggle(key)}
        >
          {title}
        </Checkbox>
      ))}
    </fieldset>
  )
}
