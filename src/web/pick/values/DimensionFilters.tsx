// Conditions on dimensions, one per line: 渠道 is one of 官网, 应用宝. Dimensions are identified by id: names
// may be equal, and a deleted one keeps its values. Values of a dictionary are chosen by name, others are typed.
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Add, SmallCross } from '@blueprintjs/icons'
import type { DictionaryLabel } from '#web/api/dictionaries.ts'
import { DictionaryPicker } from '#web/ui/dictionary/DictionaryPicker.tsx'
import { readConditionValue } from './conditionValues.ts'
import { writtenValue } from './typed.ts'
import { ValuesInput } from './ValuesInput.tsx'
import './values.css'

export interface DimensionFilter {
  dim: number
  values: readonly string[]
}

interface FilteredDimension {
  id: number
  name: string
  /** The dictionary that names its values. */
  dictId?: number | null
}

interface Props {
  id?: string
  /** Prefix of its controls' names, for screen readers. */
  label: string
  filters: readonly DimensionFilter[]
  dims: readonly FilteredDimension[]
  /** Loads a dictionary's labels; the same function at each render. Absent: values are typed. */
  load?: ((dictId: number) => Promise<readonly DictionaryLabel[]>) | undefined
  describedBy?: string | undefined
  onChange: (filters: DimensionFilter[]) => void
  onBlur?: () => void
}

const mostDimensionFilters = 10

/** The error; undefined where they are valid. */
export function dimensionFiltersProblem(filters: readonly DimensionFilter[]): string | undefined {
  if (filters.length > mostDimensionFilters) return `最多 ${mostDimensionFilters} 个条件`
  const empty = filters.findIndex(({ values }) => values.length === 0)
  return empty < 0 ? undefined : `第 ${empty + 1} 个条件还没有填值`
}

export function DimensionFilters({ id, label, filters, dims, load, describedBy, onChange, onBlur }: Props) {
  const put = (at: number, part: Partial<DimensionFilter>) =>
    onChange(filters.map((filter, place) => (place === at ? { ...filter, ...part } : filter)))
  return (
    <div className="dimension-filters">
      {filters.map((filter, at) => (
        <OneFilter
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place.
          key={at}
          label={`${label}第 ${at + 1} 个：`}
          filter={filter}
          dims={dims}
          load={load}
          onChange={(part) => put(at, part)}
          onRemove={() => onChange(filters.filter((_, place) => place !== at))}
        />
      ))}
      <Button
        {...(id !== undefined && { id })}
        variant="minimal"
        size="small"
        icon={<Add size={12} />}
        text={filters.length === 0 ? '只算某些数据' : '再加一个'}
        aria-label={`添加${label}`}
        aria-describedby={describedBy}
        disabled={dims.length === 0 || filters.length >= mostDimensionFilters}
        onBlur={onBlur}
        onClick={() => onChange([...filters, { dim: dims[0]?.id ?? 0, values: [] }])}
      />
    </div>
  )
}

interface OneProps {
  label: string
  filter: DimensionFilter
  dims: Props['dims']
  load: Props['load']
  onChange: (part: Partial<DimensionFilter>) => void
  onRemove: () => void
}

/** Values are texts: null can't be one of them. */
const readText = readConditionValue(false)

function OneFilter({ label, filter: { dim, values }, dims, load, onChange, onRemove }: OneProps) {
  const known = dims.find(({ id }) => id === dim)
  const dictId = known?.dictId ?? null
  return (
    <div className="dimension-filter">
      <HTMLSelect
        aria-label={`${label}维度`}
        value={String(dim)}
        onChange={(event) => onChange({ dim: Number(event.currentTarget.value), values: [] })}
        options={[
          ...(known ? [] : [{ value: String(dim), label: `已删除的维度 #${dim}` }]),
          ...dims.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <span aria-hidden="true">=</span>
      {load && dictId !== null ? (
        <DictionaryPicker
          label={`${label}值`}
          name={known?.name ?? ''}
          dictId={dictId}
          load={load}
          value={[...values]}
          several
          onChange={(chosen) => onChange({ values: Array.isArray(chosen) ? chosen.map(String) : [] })}
        />
      ) : (
        <ValuesInput<string>
          values={values}
          read={(typed) => {
            const meant = readText(typed)
            return typeof meant === 'string' ? meant : undefined
          }}
          textOf={(value) => writtenValue(value)}
          inputProps={{ 'aria-label': `${label}值` }}
          placeholder="多个值用逗号或回车隔开"
          onChange={(next) => onChange({ values: next })}
        />
      )}
      <Button
        variant="minimal"
        icon={<SmallCross />}
        aria-label={`移除${label.replace(/：$/, '')}`}
        onClick={onRemove}
      />
    </div>
  )
}

/** The conditions as a sentence: 渠道 = 官网、应用宝。 `nameOf` names values of dictionaries. */
export const dimensionFiltersText = (
  filters: readonly DimensionFilter[],
  dims: readonly FilteredDimension[],
  nameOf: (value: string, dim: number) => string = (value) => writtenValue(value),
): string =>
  filters
    .map(({ dim, values }) => {
      const name = dims.find(({ id }) => id === dim)?.name ?? `已删除的维度 #${dim}`
      return `${name} = ${values.map((value) => nameOf(value, dim)).join('、')}`
    })
    .join('；')
