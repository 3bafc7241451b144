// Names of column types for users.
const spokenTypes: Record<string, string> = {
  BOOLEAN: '布尔值',
  BIGINT: '整数',
  DOUBLE: '数值',
  DATE: '日期',
  TIMESTAMP: '时间',
  VARCHAR: '文本',
}

/** A type's name for users. */
export function spokenType(type: string): string {
  const digits = /^DECIMAL\(\d+,\s?(\d+)\)$/.exec(type)
  if (digits) return `${digits[1]} 位小数`
  if (/INT/.test(type)) return '整数'
  return spokenTypes[type] ?? type
}
