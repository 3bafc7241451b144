// Fields of dimensions and points for filters and orders, and their columns in the store.
import type { RawBuilder } from 'kysely'

export type FieldKind = 'number' | 'text' | 'truth'

export interface Field {
  column: string
  /** What readers see, where the column holds something else. */
  shown?: RawBuilder<unknown>
  kind: FieldKind
  /** SQL and user names: neither shown nor searchable without search_config. */
  secret?: true
}

export interface FieldTable {
  noun: string
  fields: ReadonlyMap<string, Field>
  /** Fields searched by a plain `like`. */
  searched: readonly string[]
}

export const dimensionFields: FieldTable = {
  noun: '维度',
  searched: ['name', 'describe'],
  fields: new Map<string, Field>([
    ['id', { column: 'dimension.id', kind: 'number' }],
    ['table_id', { column: 'dimension.table_id', kind: 'number' }],
    ['table_truename', { column: 'dimension_table.table_truename', kind: 'text' }],
    ['count_quantum', { column: 'dimension.count_quantum', kind: 'text' }],
    ['update_frequency', { column: 'dimension.update_frequency', kind: 'text' }],
    ['cgi_filter', { column: 'dimension.cgi_filter', kind: 'truth' }],
    ['types', { column: 'dimension.types', kind: 'text' }],
    ['name', { column: 'dimension.name', kind: 'text' }],
    ['form_type', { column: 'dimension.form_type', kind: 'text' }],
    ['describe', { column: 'dimension.describe', kind: 'text' }],
    ['create_time', { column: 'dimension.create_time', kind: 'text' }],
    ['dim_typeId', { column: 'dimension.dim_type_id', kind: 'number' }],
    ['category', { column: 'category.name', kind: 'text' }],
    ['revision', { column: 'dimension.revision', kind: 'number' }],
    ['modified_at', { column: 'dimension.modified_at', kind: 'text' }],
    ['owner', { column: 'maker.username', kind: 'text', secret: true }],
    ['modified_by', { column: 'editor.username', kind: 'text', secret: true }],
  ]),
}

export const pointFields: FieldTable = {
  noun: '指标',
  searched: ['name', 'describe', 'note'],
  fields: new Map<string, Field>([
    ['id', { column: 'point.id', kind: 'number' }],
    ['table_id', { column: 'point.table_id', kind: 'number' }],
    ['point_typeId', { column: 'point.point_type_id', kind: 'number' }],
    ['name_sql', { column: 'point.name_sql', kind: 'text', secret: true }],
    ['event_filter', { column: 'point.event_filter', kind: 'text', secret: true }],
    ['filter', { column: 'point.filter', kind: 'text', secret: true }],
    ['types', { column: 'point.types', kind: 'text' }],
    ['name', { column: 'point.name', kind: 'text' }],
    ['describe', { column: 'point.describe', kind: 'text' }],
    ['note', { column: 'point.note', kind: 'text' }],
    ['create_time', { column: 'point.create_time', kind: 'text' }],
    ['table_name', { column: 'point_table.name', kind: 'text' }],
    ['category', { column: 'category.name', kind: 'text' }],
    ['revision', { column: 'point.revision', kind: 'number' }],
    ['modified_at', { column: 'point.modified_at', kind: 'text' }],
    ['owner', { column: 'maker.username', kind: 'text', secret: true }],
    ['modified_by', { column: 'editor.username', kind: 'text', secret: true }],
  ]),
}
