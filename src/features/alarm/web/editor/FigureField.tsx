// A number field in a sentence. Typed text stays until it is a number: «1e» on the way to «1e3» must not
// vanish.
import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'

interface Props {
  label: string
  value: number | undefined
  /** Stored as a fraction, typed as a percentage. */
  isPercent: boolean
  unit: string
  onChange: (value: number | undefined) => void
}

/** Removes floating-point noise: 0.07 × 100. */
const scaled = (value: number, by: number): number => Number((value * by).toPrecision(12))

export function FigureField({ label, value, isPercent, unit, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === undefined ? '' : String(isPercent ? scaled(value, 100) : value)
  const word = isPercent ? '%' : unit
  return (
    <InputGroup
      className="alarm-figure"
      inputMode="decimal"
      aria-label={label}
      autoComplete="off"
      value={typed ?? shown}
      rightElement={word ? <span className="form-unit">{word}</span> : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const number = text.trim() === '' ? Number.NaN : Number(text.replaceAll(/[,，\s]/g, ''))
        onChange(Number.isFinite(number) ? (isPercent ? scaled(number, 0.01) : number) : undefined)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
