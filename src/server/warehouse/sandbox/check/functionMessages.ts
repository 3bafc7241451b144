// Translations of what the engine's functions say about their arguments, and of values that a type can't hold.
import { type Rare, short } from './rarer.ts'

const lists: readonly Rare[] = [
  [/^Parameter type needs to be List/, '这个函数的参数须是列表，如 [1, 2]；单个的值请写成 [值]'],
  [
    /^(?:failed to bind function, either: )?Invalid LIST argument during lambda/,
    '第一个参数须是列表，单个的值请写成 [值]',
  ],
  [
    /^failed to bind function, either: No function matches the given name and argument types: '(\w+)\(/,
    ([name]) => `函数 ${name} 的参数不合：第一个须是列表，lambda 写在后面`,
  ],
  [
    /^Cannot concatenate (?:lists of )?types (.+?) and (.+?) - an explicit cast/,
    ([one, other]) => `${one} 与 ${other} 不能连接，请用 ::类型 转换`,
  ],
  [
    /^(\w+): (left|right) argument can not contain NULL/,
    ([name, side]) => `${name} 的${side === 'left' ? '第一' : '第二'}个列表里不能有空值`,
  ],
  [
    /^(\w+): Arguments must be arrays of FLOAT or DOUBLE/,
    ([name]) => `${name} 的两个数组须是 FLOAT 或 DOUBLE，如 [1, 2]::DOUBLE[2]`,
  ],
  [/^(\w+) requires at least one argument/, ([name]) => `函数 ${name} 须有参数`],
  [/^Sorting order must be a constant/, '排序方向须是固定的文本：ASC 或 DESC'],
  [
    /^Aggregate function name must be a constant/,
    "汇总函数的名称须是固定的文本，如 list_aggregate(列表, 'sum')",
  ],
  [/^subqueries in lambda expressions/, 'lambda 里不能用子查询'],
  [/^UNNEST in lambda expressions/, 'lambda 里不能用 UNNEST'],
  [/^list_reduce expects a function/, 'list_reduce 的 lambda 须有 2 或 3 个参数，如 (x, y) -> x + y'],
  [/^The initial value type must be the same/, '初始值的类型须与列表的各项相同，请用 ::类型 转换'],
  [/^NULLs are not allowed as list elements in the second/, '第二个列表里不能有空值'],
  [/^(?:array_length|length)\b.*dimensions other than 1/, '列表只有一维，维数须是 1'],
  [
    /^array_length dimension '(-?\d+)' out of range.*?max: '(\d+)'/,
    ([given, most]) => `没有第 ${given} 维，这个数组共有 ${most} 维`,
  ],
  [/^Slice with steps has not been implemented for string/, '文本的切片不能写步长'],
]

const structs: readonly Rare[] = [
  [
    /^struct_extract with a string key cannot be used on an unnamed struct/,
    '这个结构的字段没有名称，请用序号取，如 值[1]',
  ],
  [
    /^struct_extract with an integer key can only be used on unnamed structs/,
    "这个结构的字段有名称，请用名称取，如 值['名称'] 或 值.名称",
  ],
  [/^Key name for (\w+) needs to be a constant/, ([name]) => `${name} 的字段名须是固定的文本`],
  [/^Key name for (\w+) needs to be neither NULL/, ([name]) => `${name} 的字段名不能为空`],
  [
    /^Key index (-?\d+) for \w+ out of range - expected an index between (\d+) and (\d+)/,
    ([given, from, to]) => `结构里没有第 ${given} 个字段，序号须在 ${from} 到 ${to} 之间`,
  ],
  [
    /^Need named argument for (struct \w+|union tag)/,
    ([name]) =>
      `字段须写名称，如 ${name === 'union tag' ? 'union_value' : name?.replace(' ', '_')}(… a := 1)`,
  ],
  [/^The first argument to (\w+) must be a STRUCT/, ([name]) => `${name} 的第一个参数须是结构`],
  [/^Can't (?:insert|update) nothing into a STRUCT/, '没有给出字段，如 struct_insert(结构, a := 1)'],
  [
    /^struct_concat: Arguments contain duplicate STRUCT entry "(.+?)"/,
    ([name]) => `两个结构都有字段 ${name}`,
  ],
  [/^struct_concat: Cannot mix named and unnamed/, '有名称的结构与没有名称的不能合并'],
  [/^struct_concat: Argument at position "(\d+)"/, ([at]) => `struct_concat 的第 ${at} 个参数不是结构`],
  [
    /^(struct_\w+) can only be used on unnamed structs/,
    ([name]) => `${name} 只能用于字段没有名称的结构，如 row(1, 2)`,
  ],
  [/^(struct_\w+)\(\) expects a STRUCT/, ([name]) => `${name} 的参数须是结构`],
  [/^(struct_\w+)\(\) cannot be applied to an unnamed/, ([name]) => `${name} 不能用于字段没有名称的结构`],
  [/^Map keys can not be NULL/, 'MAP 的键不能为空'],
  [/^MAP_CONCAT only takes map/, 'map_concat 的参数须都是 MAP'],
  [
    /^'(key|value)' type of map differs between arguments, expected '(.+?)', found '(.+?)'/,
    ([, one, other]) => `各 MAP 的类型须相同，这里有 ${one} 与 ${other}`,
  ],
  [
    /^The provided amount of arguments is incorrect, please provide 2 or more maps/,
    'map_concat 须有 2 个以上的 MAP',
  ],
  [/^Cardinality can only operate on MAPs/, 'cardinality 只能用于 MAP，列表请用 len'],
  [
    /^Function '(\w+)' has a template parameter type/,
    ([name]) => `函数 ${name} 的参数类型不合，MAP 与列表的函数不能用于单个的值`,
  ],
  [/^Could not find key "(.+?)" in union/, ([name]) => `UNION 类型里没有 ${name}`],
  [
    /^(union_value|to_json|array_to_json|row_to_json)(?:\(\))? takes exactly one argument/,
    ([name]) => `函数 ${name} 须有 1 个参数`,
  ],
  [
    /^Type (UNION\(.+?\)) can't be cast as (UNION\(.+?\))\./,
    ([from, to]) => `${from} 不能转换成 ${to}：成员不同`,
  ],
  [
    /^Type (.+?) can't be cast as (UNION\(.+?\))\./,
    ([from, to]) => `${from} 不能转换成 ${to}：不是其中任何一个成员的类型`,
  ],
  [/^ENUM type requires/, "ENUM 里须写各个取值，如 ENUM('a', 'b')"],
]

const numbers: readonly Rare[] = [
  [
    /^Needed scale (\d+) to accurately represent/,
    ([scale]) => `相乘要 ${scale} 位小数，DECIMAL 最多 38 位；请先转换成 DOUBLE，或减少小数位数`,
  ],
  [/^factorial of a negative/, '不能对负数求阶乘'],
  [/^cannot take (?:log )?gamma of zero/, 'gamma 与 lgamma 的值不能是 0'],
  [/^divis\w*n by zero in based logarithm/, '对数的底不能是 1'],
  [/^(ACOS|ASIN|ATANH) is undefined outside/, ([name]) => `${name?.toLowerCase()} 的值须在 -1 到 1 之间`],
  [/^lcm value is out of range/, '最小公倍数超出范围'],
  [/^Insufficient padding in ([LR]PAD)/, ([name]) => `${name?.toLowerCase()} 的填充文本不能为空`],
  [/^'to_base' number must/, 'to_base 的数不能是负数'],
  [/^'to_base' min_length must/, 'to_base 的最小长度须在 0 到 64 之间'],
  [/^Invalid input for binary digit: ([\s\S]*)/, ([digit]) => `「${short(digit)}」不是二进制文本`],
  [/^Cannot cast empty (?:string|BLOB) to BIT/, '空的文本不能转换成 BIT'],
  [/^Cannot (AND|OR|XOR) bit strings of different sizes/, ([name]) => `两个 BIT 的长度须相同，才能 ${name}`],
  [
    /^bit index (-?\d+) out of valid range \((\d+)\.\.(\d+)\)/,
    ([at, from, to]) => `BIT 里没有第 ${at} 位，须在 ${from} 到 ${to} 之间`,
  ],
  [/^The new bit must be/, 'BIT 的一位只能是 0 或 1'],
  [/^Length must be equal or larger than input/, '长度不能小于文本的长度'],
  [
    /^Max bar width must be (<=|>=) (\d+)/,
    ([sign, bound]) => `bar 的宽度须${sign === '<=' ? '不大于' : '不小于'} ${bound}`,
  ],
  [/^Invalid explicit bitstring range/, 'bitstring_agg 的最小值不能大于最大值'],
  [
    /^Value (\S+) is outside of provided min and max range \((\S+) <-> (\S+)\)/,
    ([value, from, to]) => `值 ${value} 不在给出的范围 ${from} 到 ${to} 里`,
  ],
  [
    /^Could not (?:retrieve required statistics|cast)|^Range too large for bitstring/,
    'bitstring_agg 须给出最小值与最大值，且范围不能过大',
  ],
  [/^Histogram bin (?:entry|list) cannot be NULL/, 'histogram 的分组界限里不能有空值'],
  [
    /^Invalid input for (\S+): [nk] value cannot be NULL/,
    ([name]) => `${name?.toLowerCase().replace('/', '、')} 的个数不能为空`,
  ],
  [
    /^(?:APPROXIMATE |RESERVOIR_)?QUANTILE (?:QUANTILE )?parameter(?: list)? cannot be (?:NULL|NaN)|^RESERVOIR_QUANTILE QUANTILE parameter/,
    '分位数不能为空',
  ],
  [/^(?:APPROXIMATE |RESERVOIR_)?QUANTILE can only take constant/, '分位数须是固定的数'],
  [/^QUANTILE requires a range argument|^Empty list in percentile/, '请写出分位数，如 quantile(列, 0.5)'],
  [/^QUANTILE parameters must have consistent signs/, '各分位数的正负号须相同'],
  [/^PERCENTILEs can only take parameters/, '分位数须在 0 到 1 之间'],
  [/^Size of the RESERVOIR_QUANTILE sample/, '抽样的个数须大于 0'],
  [
    /^Cannot use multiple ORDER BY (?:clauses|statements) with WITHIN GROUP/i,
    'WITHIN GROUP 里只能按一列 ORDER BY',
  ],
  [/^Wrong number of arguments for (\w+)/, ([name]) => `函数 ${name?.toLowerCase()} 的参数个数不对`],
  [/^Wrong number of arguments provided to (\w+)/, ([name]) => `函数 ${name?.toLowerCase()} 的参数个数不对`],
]

const texts: readonly Rare[] = [
  [/^Failed to decode string "([\s\S]*?)" using URL/, ([text]) => `「${short(text)}」解码后不是 UTF-8 文本`],
  [
    /^decode error behavior specifier "(.*?)"/,
    ([text]) => `decode 没有选项 ${short(text)}，可用 strict、replace、ignore`,
  ],
  [
    /^Invalid byte encountered in STRING -> BLOB conversion(?: of string "([\s\S]*?)")?/,
    ([text]) => `${text ? `「${short(text)}」` : '文本'}不能转换成 BLOB：中文等请用 encode(文本)`,
  ],
  [/^Mismatch Function: Strings must be of equal/, '两个文本的长度须相同'],
  [
    /^Mismatch Function: Strings must be of length|^Jaccard Function: An argument too short/,
    '两个文本都不能为空',
  ],
  [
    /^unmatched '}' in format string|^missing '}' in format string/,
    '格式文本里的 { 与 } 不成对，文字里的请写成 {{ 与 }}',
  ],
  [
    /^Argument with name "(.+?)" not found/,
    ([name]) => `格式文本里的 {${short(name)}} 没有对应的参数，请写成 {} 或 {:.2f}`,
  ],
  [/^collations are only supported for type varchar/, 'COLLATE 只能用于文本'],
  [/^invalid repetition size: (\S+)/, ([size]) => `正则表达式有误：重复次数 ${size} 过多，最多 1000`],
  [/^Regex options field must not be NULL/, '正则表达式的选项不能为空'],
  [/^Regex options field must be/, '正则表达式的选项须是固定的文本'],
  [/^Option 'g' \(global replace\)/, '选项 g 只能用于 regexp_replace'],
  [/^Group index must be between 0 and 9/, '分组的序号须在 0 到 9 之间'],
  [
    /^Pattern has (\d+) groups?\. Cannot access group (\d+)/,
    ([has, wanted]) => `正则表达式只有 ${has} 个分组，没有第 ${wanted} 个`,
  ],
  [
    /^Not enough capturing groups \((\d+)\) for provided names \((\d+)\)/,
    ([has, named]) => `正则表达式只有 ${has} 个分组，却给了 ${named} 个名称`,
  ],
  [/^Duplicate group name '(.+?)'/, ([name]) => `分组的名称 ${name} 重复`],
  [/^(?:Group name list must be|NULL group name)/, '分组的名称不能为空'],
  [
    /^(\w+) with LIST(?: of group names)? requires a constant pattern/,
    ([name]) => `${name} 给出分组名称时，正则表达式须是固定的文本`,
  ],
  [/^(?:Group specification field must be)/, '分组须是固定的序号或名称'],
  [/^Failed to compile regex "([\s\S]*?)"/, ([text]) => `正则表达式「${short(text)}」有误`],
  [/^invalid Unicode escape/, '文本里的 \\ 后面须是四位或六位十六进制的编码'],
  [/^json_object\(\) keys must be VARCHAR/, 'json_object 的键须是文本，请用 ::VARCHAR 转换'],
  [/^json_group_object key cannot be NULL/, 'json_group_object 的键不能为空'],
  [
    /^(array_to_json|row_to_json)\(\) argument type must be (.+)/,
    ([name]) => `${name} 的参数须是${name === 'row_to_json' ? '结构' : '列表'}`,
  ],
  [/^JSON structure must be a constant/, 'JSON 的结构须是固定的文本'],
  [/^invalid JSON structure/, 'JSON 的结构有误，如 \'{"a": "INTEGER"}\''],
  [/^Object ([\s\S]*?) does not have key "(.+?)"/, ([, key]) => `JSON 里没有 ${short(key)}`],
  [
    /^Failed to cast value to numerical: ([\s\S]*)/,
    ([value]) => `「${short(value?.replace(/^"|"$/g, ''))}」不能转换成数`,
  ],
  [
    /^Cannot have wildcards in JSON path|^JSON path cannot contain wildcards|^Wildcard JSON path not supported/,
    '这里的 JSON 路径不能用通配符 *',
  ],
]

const times: readonly Rare[] = [
  [
    /^Date and time not in timestamp range|^(?:Date|Timestamp|Time) out of (?:nanosecond )?range/,
    '日期或时间超出范围',
  ],
  [/^Cannot subtract infinite timestamps/, '无穷的时间不能相减'],
  [/^Could not convert (?:Timestamp|Time|DATE|TIMESTAMP|Interval|Day|Month)/, '日期或时间超出范围，不能转换'],
  [/^Interval value (-?\d+) (\w+) out of range/, ([value, unit]) => `时间间隔 ${value} ${unit} 超出范围`],
  [/^(?:interval (?:fraction|value) is|Interval .*) out of range|^AGO interval value/, '时间间隔超出范围'],
  [
    /^(\w+) requires non-empty lists of part names/,
    ([name]) => `${name} 的列表里须写日期的部分，如 ['year', 'month']`,
  ],
  [/^(\w+) can only take constant lists of part names/, ([name]) => `${name} 的列表须是固定的文本`],
  [/^NULL struct entry name in (\w+)/, ([name]) => `${name} 的列表里不能有空值`],
  [
    /^"?(?:DATE|TIMESTAMP|TIME|interval)[^"]*"? units "(.+?)" not recognized|^extract specifier "(.+?)" not supported/i,
    ([part, other]) => `这里不能取「${short(part ?? other)}」，可用 year、month、day 等`,
  ],
  [
    /^(strptime|strftime) format must be a (string|constant)/,
    ([name]) => `${name} 的格式须是固定的文本，如 '%Y-%m-%d'`,
  ],
  [
    /^Given UUID is with version (\d+), not version 7/,
    ([version]) => `UUID 的版本是 ${version}，只有版本 7 含时间`,
  ],
]

export const functionMessages: readonly Rare[] = [...lists, ...structs, ...numbers, ...texts, ...times]
