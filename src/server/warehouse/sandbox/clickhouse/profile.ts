// The settings profile of the accounts for users' SQL: what the script writes, and what the start looks for.
import { clickhouseSettings } from '#semantic/sql/clickhouse.ts'

type Settings = Readonly<Record<string, string | number>>

/** On which answers depend: whatever one of them differs, figures would be shown wrongly. */
const meaning = (zone: string): Settings => ({
  session_timezone: zone,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_floats: 0,
  output_format_json_quote_denormals: 1,
  output_format_decimal_trailing_zeros: 1,
  output_format_json_named_tuples_as_objects: 1,
  date_time_output_format: 'simple',
  join_use_nulls: 1,
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  intersect_default_mode: 'DISTINCT',
  cast_keep_nullable: 1,
  skip_unavailable_shards: clickhouseSettings.skip_unavailable_shards as number,
  distributed_product_mode: clickhouseSettings.distributed_product_mode as string,
  max_query_size: clickhouseSettings.max_query_size as number,
})

/** What keeps one statement from harming others. */
const limits: Settings = {
  max_execution_time: 200,
  timeout_overflow_mode: 'throw',
  max_memory_usage: 2_000_000_000,
  max_bytes_before_external_group_by: 0,
  max_rows_to_read: 20_000_000_000,
  read_overflow_mode: 'throw',
  max_rows_in_join: 200_000_000,
  max_bytes_in_join: 1_000_000_000,
  join_overflow_mode: 'throw',
  max_result_bytes: 20_000_000_000,
  result_overflow_mode: 'throw',
  max_threads: 8,
  max_concurrent_queries_for_user: 32,
  allow_ddl: 0,
  allow_introspection_functions: 0,
  cancel_http_readonly_queries_on_client_close: 1,
  http_response_buffer_size: 1_048_576,
}

/** Without `readonly`, which comes last. */
export const profileSettings = (zone: string): Settings => ({ ...meaning(zone), ...limits })

/** Those that must be as they are here, or users' SQL stays off. */
export const neededSettings = (zone: string): Settings => ({
  ...meaning(zone),
  allow_ddl: 0,
  cancel_http_readonly_queries_on_client_close: 1,
})
