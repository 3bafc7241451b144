// What a form says about its fields. `FormDialog` draws them, checks them and keeps what was typed.
import type { ComponentType } from 'react'
import type { PermissionKey } from '#shared/permissions.ts'

export interface Choice {
  value: string
  title: string
  /** Why it can't be chosen; said behind its title. */
  problem?: string
}

interface FieldBase<Value, Values> {
  label: string
  /** Under the field. */
  help?: string
  placeholder?: string
  /** Says «请填写…» where it is left empty. */
  required?: boolean
  /** What is wrong with it; undefined where nothing is. */
  check?: (value: Value, values: Values) => string | undefined
  /** Left out of the form while it answers no; its value stays. */
  shownWhen?: (values: Values) => boolean
  readOnly?: boolean
  /** Beside the next one that is half too. */
  half?: boolean
  /** Only for those who hold the key. */
  permission?: PermissionKey
}

type TextKind =
  /** Suggestions may follow from the other fields. */
  | {
      kind: 'text'
      suggestions?: readonly string[] | ((values: AnyValues) => readonly string[])
      mono?: boolean
      longest?: number
    }
  | { kind: 'textarea'; rows?: number; mono?: boolean; longest?: number }
  /** Choices may follow from the other fields. */
  | { kind: 'select'; choices: readonly Choice[] | ((values: AnyValues) => readonly Choice[]) }
  /** YYYY-MM-DD; empty for none. */
  | { kind: 'day'; min?: string; max?: string }
  /** YYYY-MM-DDTHH:mm; empty for none. */
  | { kind: 'time' }
  /** Never shown again, never remembered. `kept` is the mask of the one that stands; empty leaves it as it is. */
  | { kind: 'secret'; kept?: string }
type NumberKind = { kind: 'number'; min?: number; max?: number; unit?: string; whole?: boolean }
type TextsKind =
  | { kind: 'tags'; suggestions?: readonly string[] }
  /** One on each line. */
  | { kind: 'lines'; rows?: number; mono?: boolean }

/** What a slice's own control is given. It puts `id`, which the label names, on what takes the focus. */
export interface DrawnProps {
  id: string
  label: string
  value: FieldValue
  values: AnyValues
  readOnly: boolean
  autoFocus: boolean
  isWrong: boolean
  /** Of what stands under the field. */
  describedBy: string | undefined
  onChange: (value: FieldValue) => void
  onBlur: () => void
}
/** What no kind here is. `text` says how it reads outside its field. */
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

/** A field whatever its value is: for what draws and checks them all. */
export type AnyField = { name: string } & FieldBase<unknown, unknown> &
  (TextKind | NumberKind | TextsKind | DrawnKind | { kind: 'switch' })

export type FieldValue = string | number | boolean | readonly string[] | null
export type AnyValues = Readonly<Record<string, FieldValue>>
/** By the field's name. */
export type Problems = Readonly<Record<string, string>>
