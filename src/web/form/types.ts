// Declarations of a form's fields. `FormDialog` draws and validates them and keeps typed input.
import type { ComponentType } from 'react'
import type { PermissionKey } from '#shared/permissions.ts'

export interface Choice {
  value: string
  title: string
  /** Why it can't be chosen; shown after its title. */
  problem?: string
}

interface FieldBase<Value, Values> {
  label: string
  /** Below the field. */
  help?: string
  placeholder?: string
  /** Shows «请填写…», for a choice «请选择…», where it is left empty. */
  required?: boolean
  /** The error; undefined where the value is valid. */
  check?: (value: Value, values: Values) => string | undefined
  /** Hidden while this returns false; its value stays. */
  shownWhen?: (values: Values) => boolean
  readOnly?: boolean
  /** Beside the next half-width field. */
  half?: boolean
  /** Only for holders of the permission. */
  permission?: PermissionKey
}

type TextKind =
  /** Suggestions may depend on the other fields. */
  | {
      kind: 'text'
      suggestions?: readonly string[] | ((values: AnyValues) => readonly string[])
      mono?: boolean
      longest?: number
    }
  | { kind: 'textarea'; rows?: number; mono?: boolean; longest?: number }
  /** Choices may depend on the other fields. */
  | { kind: 'select'; choices: readonly Choice[] | ((values: AnyValues) => readonly Choice[]) }
  /** YYYY-MM-DD; empty for none. */
  | { kind: 'day'; min?: string; max?: string }
  /** YYYY-MM-DDTHH:mm; empty for none. */
  | { kind: 'time' }
  /** Never shown again, never kept as a draft. `kept` masks the present one; empty leaves it unchanged. */
  | { kind: 'secret'; kept?: string }
type NumberKind = { kind: 'number'; min?: number; max?: number; unit?: string; whole?: boolean }
type TextsKind =
  | { kind: 'tags'; suggestions?: readonly string[] }
  /** One per line. */
  | { kind: 'lines'; rows?: number; mono?: boolean }

/** Props of a slice's own control, which puts `id`, referenced by the label, on its focusable element. */
export interface DrawnProps {
  id: string
  label: string
  value: FieldValue
  values: AnyValues
  readOnly: boolean
  autoFocus: boolean
  isWrong: boolean
  /** Id of the text below the field. */
  describedBy: string | undefined
  onChange: (value: FieldValue) => void
  onBlur: () => void
}
/** A control that no kind here covers. `text` formats its value outside the field. */
type DrawnKind = {
  kind: 'drawn'
  draw: ComponentType<DrawnProps>
  text?: (value: FieldValue, values: AnyValues) => string
}

type KindOf<Value> = [Value] extends [boolean]
  ? { kind: 'switch' }
  : [Value] extends [number | null]
    ? NumberKind
    : [Value] extends [readonly string[]]
      ? TextsKind | DrawnKind
      : [Value] extends [string]
        ? TextKind | DrawnKind
        : never

export type Field<Values> = {
  [Name in keyof Values & string]: { name: Name } & FieldBase<Values[Name], Values> & KindOf<Values[Name]>
}[keyof Values & string]

/** A field with any value type, for code that draws and validates all fields. */
export type AnyField = { name: string } & FieldBase<unknown, unknown> &
  (TextKind | NumberKind | TextsKind | DrawnKind | { kind: 'switch' })

export type FieldValue = string | number | boolean | readonly string[] | null
export type AnyValues = Readonly<Record<string, FieldValue>>
/** Errors by field name. */
export type Problems = Readonly<Record<string, string>>
