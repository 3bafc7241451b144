// Chinese descriptions of the usual functions, for completion and the list of functions. Each line: name,
// then the sentence.

const sentences = `
count 行数，或非空值的个数
sum 求和
avg 平均值
mean 平均值
min 最小值
max 最大值
median 中位数
mode 出现最多的值
any_value 任一非空值
first 第一个值
last 最后一个值
arg_max 第二个参数最大时，第一个参数的值
arg_min 第二个参数最小时，第一个参数的值
max_by 第二个参数最大时，第一个参数的值
min_by 第二个参数最小时，第一个参数的值
count_if 条件成立的行数
approx_count_distinct 去重计数的近似值
approx_quantile 分位数的近似值
approx_top_k 出现最多的 k 个值
quantile_cont 分位数（线性插值）
quantile_disc 分位数（取实际的值）
stddev 样本标准差
stddev_pop 总体标准差
variance 样本方差
var_pop 总体方差
corr 相关系数
covar_samp 样本协方差
covar_pop 总体协方差
skewness 偏度
kurtosis 峰度
entropy 信息熵
histogram 各值的次数，或各分段的次数
bool_and 是否全部成立
bool_or 是否有一个成立
string_agg 用分隔符连接各行的文本
group_concat 用分隔符连接各行的文本
listagg 用分隔符连接各行的文本
list 各行的值合成列表
array_agg 各行的值合成列表
product 连乘
regr_slope 线性回归的斜率
regr_intercept 线性回归的截距
regr_r2 线性回归的决定系数
row_number 窗口内的行号
rank 名次，并列后跳号
dense_rank 名次，并列后不跳号
percent_rank 相对名次，0 到 1
cume_dist 累计分布
ntile 分成 n 组的组号
lag 前面第 n 行的值
lead 后面第 n 行的值
first_value 窗口内第一行的值
last_value 窗口内最后一行的值
nth_value 窗口内第 n 行的值
abs 绝对值
round 四舍五入到几位小数
floor 向下取整
ceil 向上取整
trunc 截去小数
sqrt 平方根
power 乘方
pow 乘方
exp e 的乘方
ln 自然对数
log 以 10 为底的对数
log2 以 2 为底的对数
mod 取余
sign 正负号
greatest 最大的一个参数
least 最小的一个参数
random 0 到 1 的随机数
pi 圆周率
isnan 是否为 NaN
hash 散列值
md5 MD5 摘要
sha256 SHA-256 摘要
bit_count 二进制中 1 的个数
upper 转成大写
lower 转成小写
length 文本的字数，或列表的长度
len 文本的字数，或列表的长度
strlen 文本的字节数
trim 去掉两端的空格或字符
ltrim 去掉左端的空格或字符
rtrim 去掉右端的空格或字符
substring 截取文本：从第几个字起、几个字
substr 截取文本：从第几个字起、几个字
left 左边的 n 个字
right 右边的 n 个字
replace 替换文本
reverse 倒转文本
repeat 重复 n 次
lpad 左边补足到 n 个字
rpad 右边补足到 n 个字
concat 连接各参数
concat_ws 用分隔符连接各参数
contains 是否含有
starts_with 是否以它开头
ends_with 是否以它结尾
suffix 是否以它结尾
prefix 是否以它开头
instr 文本出现的位置，没有为 0
strpos 文本出现的位置，没有为 0
position 文本出现的位置，没有为 0
split_part 按分隔符取第 n 段
string_split 按分隔符拆成列表
str_split 按分隔符拆成列表
regexp_matches 是否有部分符合正则
regexp_full_match 是否整个符合正则
regexp_extract 取符合正则的部分或分组
regexp_extract_all 取所有符合正则的部分
regexp_replace 按正则替换，'g' 为全部
regexp_split_to_array 按正则拆成列表
format 按 {} 格式化
printf 按 % 格式化
format_bytes 字节数转成易读的文本
chr 码位转成字符
ascii 第一个字的码位
unicode 第一个字的码位
levenshtein 编辑距离
jaccard 文本的相似度
url_encode 网址编码
url_decode 网址解码
to_base64 转成 Base64
from_base64 从 Base64 还原
uuid 随机的 UUID
today 今天
now 现在的时间
current_date 今天
date_trunc 截到年、季、月、周、日、时等
date_part 取时间的一部分
date_diff 相差几个单位（跨过的边界数）
date_sub 相差几个整单位
date_add 加上间隔
datediff 相差几个单位（跨过的边界数）
age 两个时间相差的间隔
year 年
quarter 季度
month 月
week ISO 周
day 日
hour 时
minute 分
second 秒
dayofweek 星期几，星期日为 0
isodow 星期几，星期一为 1
dayofyear 一年的第几天
weekofyear ISO 周
yearweek ISO 年与周
dayname 星期的英文名
monthname 月份的英文名
last_day 当月最后一天
strftime 时间转成文本，如 '%Y-%m-%d'
strptime 文本转成时间，不合格式时报错
try_strptime 文本转成时间，不合格式时为空
make_date 由年月日得日期
make_timestamp 由年月日时分秒得时间
to_timestamp 由秒数得时间
epoch 1970 年以来的秒数
epoch_ms 1970 年以来的毫秒数
time_bucket 归到等宽的时间段
timezone 换算时区
to_days n 天的间隔
to_hours n 小时的间隔
to_minutes n 分钟的间隔
to_seconds n 秒的间隔
to_months n 个月的间隔
nullif 两值相等时为空
typeof 值的类型
json_extract 按路径取 JSON
json_extract_string 按路径取 JSON 里的文本
json_keys JSON 对象的键
json_array_length JSON 数组的长度
json_valid 是否为合法的 JSON
json_type JSON 值的类型
json_object 由键值得 JSON 对象
json_array 由值得 JSON 数组
json_each 把 JSON 的每一项展开成行
json_tree 把 JSON 的各层展开成行
to_json 转成 JSON
from_json 按给定结构读 JSON
list_contains 列表里是否有它
list_position 在列表里的位置
list_sort 列表排序
list_reverse_sort 列表倒序
list_distinct 列表去重
list_unique 列表里不同值的个数
list_filter 留下条件成立的项
list_transform 逐项计算
list_reduce 逐项累计成一个值
list_sum 列表求和
list_avg 列表平均
list_max 列表最大值
list_min 列表最小值
list_count 列表里非空项的个数
list_concat 连接列表
list_append 在列表末尾加一项
list_slice 列表的一段
list_aggregate 对列表用汇总函数
list_zip 把几个列表的同位项配起来
list_has_any 两个列表是否有共同的项
list_has_all 是否含有另一列表的全部项
list_intersect 两个列表共同的项
array_to_string 用分隔符连接列表
flatten 把列表的列表展平一层
unnest 把列表展开成行
range 等差数列，不含末尾
generate_series 等差数列，含末尾
struct_pack 由名称与值得结构
struct_extract 取结构的一项
map 由键列表与值列表得映射
map_keys 映射的键
map_values 映射的值
map_extract 按键取映射的值
element_at 按键取映射的值
cardinality 映射或列表的项数
repeat_row 同一行重复 n 次
`

const descriptions: ReadonlyMap<string, string> = new Map(
  sentences
    .split('\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)

export function chineseDescription(name: string): string | undefined {
  return descriptions.get(name)
}
