// The allowed shapes of a statement's tree: for each kind of node its fields and their content. A node, class
// or field that is not listed is refused, whatever a newer engine means by it.

/**
 * How a field is checked. `plain`: text, number, boolean, or lists of them; `data`: a constant of any shape.
 */
export type FieldKind =
  | 'plain'
  | 'data'
  | 'nothing'
  | 'statement'
  | 'query'
  | 'names'
  | 'table'
  | 'call'
  | 'expression'
  | 'modifier'
  | 'order'
  | 'choice'
  | 'replacement'
  | 'sample'
  | 'pivot'
  | 'pivotEntry'
  | 'type'
  | 'typeInfo'
  | 'typeMember'

export type Shape = Readonly<Record<string, FieldKind>>

const expression = { class: 'plain', type: 'plain', alias: 'plain', query_location: 'plain' } as const
const table = { type: 'plain', alias: 'plain', sample: 'sample', query_location: 'plain' } as const
const query = { type: 'plain', modifiers: 'modifier', cte_map: 'names' } as const
const call = {
  ...expression,
  function_name: 'plain',
  schema: 'plain',
  catalog: 'plain',
  children: 'expression',
  filter: 'expression',
  order_bys: 'modifier',
  distinct: 'plain',
  is_operator: 'plain',
  export_state: 'nothing',
} as const

/** Expression shapes by class. */
export const expressions: Readonly<Record<string, Shape>> = {
  CONSTANT: { ...expression, value: 'data' },
  COLUMN_REF: { ...expression, column_names: 'plain' },
  POSITIONAL_REFERENCE: { ...expression, index: 'plain' },
  PARAMETER: { ...expression, identifier: 'plain' },
  COMPARISON: { ...expression, left: 'expression', right: 'expression' },
  CONJUNCTION: { ...expression, children: 'expression' },
  OPERATOR: { ...expression, children: 'expression' },
  BETWEEN: { ...expression, input: 'expression', lower: 'expression', upper: 'expression' },
  CASE: { ...expression, case_checks: 'choice', else_expr: 'expression' },
  CAST: { ...expression, child: 'expression', cast_type: 'type', try_cast: 'plain' },
  COLLATE: { ...expression, child: 'expression', collation: 'plain' },
  LAMBDA: { ...expression, lhs: 'expression', expr: 'expression' },
  FUNCTION: call,
  WINDOW: {
    ...expression,
    function_name: 'plain',
    schema: 'plain',
    catalog: 'plain',
    children: 'expression',
    partitions: 'expression',
    orders: 'order',
    arg_orders: 'order',
    start: 'plain',
    end: 'plain',
    start_expr: 'expression',
    end_expr: 'expression',
    offset_expr: 'expression',
    default_expr: 'expression',
    filter_expr: 'expression',
    ignore_nulls: 'plain',
    exclude_clause: 'plain',
    distinct: 'plain',
  },
  STAR: {
    ...expression,
    relation_name: 'plain',
    exclude_list: 'plain',
    qualified_exclude_list: 'data',
    replace_list: 'replacement',
    rename_list: 'data',
    columns: 'plain',
    expr: 'expression',
  },
  SUBQUERY: {
    ...expression,
    subquery_type: 'plain',
    subquery: 'statement',
    child: 'expression',
    comparison_type: 'plain',
  },
}

/** Types of expressions that are allowed in addition to the class's own name. */
export const expressionTypes: Readonly<Record<string, string>> = {
  CONSTANT: 'VALUE_CONSTANT',
  PARAMETER: 'VALUE_PARAMETER',
  COMPARISON: `COMPARE_EQUAL COMPARE_NOTEQUAL COMPARE_LESSTHAN COMPARE_GREATERTHAN COMPARE_LESSTHANOREQUALTO
    COMPARE_GREATERTHANOREQUALTO COMPARE_DISTINCT_FROM COMPARE_NOT_DISTINCT_FROM`,
  CONJUNCTION: 'CONJUNCTION_AND CONJUNCTION_OR',
  OPERATOR: `OPERATOR_NOT OPERATOR_COALESCE OPERATOR_NULLIF OPERATOR_IS_NULL OPERATOR_IS_NOT_NULL OPERATOR_UNPACK
    OPERATOR_TRY COMPARE_IN COMPARE_NOT_IN GROUPING_FUNCTION ARRAY_SLICE ARRAY_EXTRACT STRUCT_EXTRACT ARRAY_CONSTRUCTOR`,
  BETWEEN: 'COMPARE_BETWEEN COMPARE_NOT_BETWEEN',
  CASE: 'CASE_EXPR',
  CAST: 'OPERATOR_CAST',
  WINDOW: `WINDOW_AGGREGATE WINDOW_RANK WINDOW_RANK_DENSE WINDOW_NTILE WINDOW_PERCENT_RANK WINDOW_CUME_DIST
    WINDOW_ROW_NUMBER WINDOW_FIRST_VALUE WINDOW_LAST_VALUE WINDOW_LEAD WINDOW_LAG WINDOW_NTH_VALUE WINDOW_FILL`,
}

export const tables: Readonly<Record<string, Shape>> = {
  EMPTY: table,
  BASE_TABLE: {
    ...table,
    catalog_name: 'plain',
    schema_name: 'plain',
    table_name: 'plain',
    column_name_alias: 'plain',
    at_clause: 'nothing',
  },
  SUBQUERY: { ...table, subquery: 'statement', column_name_alias: 'plain' },
  JOIN: {
    ...table,
    left: 'table',
    right: 'table',
    condition: 'expression',
    join_type: 'plain',
    ref_type: 'plain',
    using_columns: 'plain',
    delim_flipped: 'plain',
    duplicate_eliminated_columns: 'expression',
  },
  TABLE_FUNCTION: { ...table, function: 'call', column_name_alias: 'plain', with_ordinality: 'plain' },
  EXPRESSION_LIST: { ...table, expected_names: 'plain', expected_types: 'type', values: 'expression' },
  PIVOT: {
    ...table,
    source: 'table',
    aggregates: 'expression',
    unpivot_names: 'plain',
    pivots: 'pivot',
    groups: 'plain',
    column_name_alias: 'plain',
    include_nulls: 'plain',
  },
}

export const queries: Readonly<Record<string, Shape>> = {
  SELECT_NODE: {
    ...query,
    select_list: 'expression',
    from_table: 'table',
    where_clause: 'expression',
    group_expressions: 'expression',
    group_sets: 'plain',
    aggregate_handling: 'plain',
    having: 'expression',
    qualify: 'expression',
    sample: 'sample',
  },
  SET_OPERATION_NODE: {
    ...query,
    setop_type: 'plain',
    setop_all: 'plain',
    left: 'query',
    right: 'query',
    children: 'query',
  },
  RECURSIVE_CTE_NODE: {
    ...query,
    cte_name: 'plain',
    union_all: 'plain',
    left: 'query',
    right: 'query',
    aliases: 'plain',
    key_targets: 'expression',
  },
}

export const modifiers: Readonly<Record<string, Shape>> = {
  LIMIT_MODIFIER: { type: 'plain', limit: 'expression', offset: 'expression' },
  LIMIT_PERCENT_MODIFIER: { type: 'plain', limit: 'expression', offset: 'expression' },
  ORDER_MODIFIER: { type: 'plain', orders: 'order' },
  DISTINCT_MODIFIER: { type: 'plain', distinct_on_targets: 'expression' },
}

/** Kinds with a single shape. */
export const others: Readonly<Partial<Record<FieldKind, Shape>>> = {
  statement: { node: 'query', named_param_map: 'data' },
  order: { type: 'plain', null_order: 'plain', expression: 'expression' },
  choice: { when_expr: 'expression', then_expr: 'expression' },
  replacement: { key: 'plain', value: 'expression' },
  sample: {
    sample_size: 'data',
    is_percentage: 'plain',
    method: 'plain',
    seed: 'plain',
    repeatable: 'plain',
  },
  pivot: {
    pivot_expressions: 'expression',
    unpivot_names: 'plain',
    entries: 'pivotEntry',
    subquery: 'query',
    pivot_enum: 'nothing',
  },
  pivotEntry: { values: 'data', star_expr: 'expression', alias: 'plain' },
  type: { id: 'plain', type_info: 'typeInfo' },
  typeMember: { first: 'plain', second: 'type' },
  typeInfo: {
    type: 'plain',
    alias: 'plain',
    extension_info: 'nothing',
    name: 'plain',
    catalog: 'nothing',
    schema: 'nothing',
    user_type_modifiers: 'data',
    width: 'plain',
    scale: 'plain',
    size: 'plain',
    child_type: 'type',
    child_types: 'typeMember',
    values_count: 'plain',
    values: 'data',
    collation: 'plain',
  },
  call,
}
