import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '一个文件几步就成为一张能查询、能看图的报表。',
  parts: [
    {
      id: 'file',
      title: '导入一个文件',
      steps: [
        '{imports.open}，或把文件拖到任何一页上；{imports.choose}。CSV（任何分隔符）、Excel（.xlsx、.xls）、Parquet、JSON，看的是内容而不是扩展名。',
        '编码 UTF-8、UTF-16、GBK 都认得；表头上方的标题、两行的表头、下方的合计也认得。各种写法的日期、万和 %、千分位、货币符号都读得懂。',
        '各列的类型和用途已经猜好，可以改；像 1/2/2026 这样看不出日月先后的，在列的类型里选。读不懂的行按行号列出。',
        '{imports.load} 之前，仓库里什么都没有变；之后表和报表一起出现，或者都不出现。{imports.cancel}、关掉页面，上传的文件就没了。没有导入完的文件列在导入页下方，可以逐个放弃。',
        '导入之后直接到报表：按日期、按最能说明问题的维度、前几名各一张，都带图。不合适的改掉就是。',
        '文件在一个受内存和时间限制的单独进程里读。上限由安装设定（通常 2 GB；每行一个对象的 JSON 同样，整个数组的 JSON 64 MB）。',
        '只能导入、替换自己游戏的行；受数据范围限制的人不能导入。',
      ],
    },
    {
      id: 'terminal',
      title: '在服务器上导入',
      steps: [
        '文件很大或要定时更新，在服务器上运行，服务开着也可以：',
        { code: 'npm run import -- sales.csv --date day' },
        '它列出找到的类型和读不懂的行，发布这张表，提出维度、指标和第一个视图，最后给出报表的地址。',
        '`--table 名称` 给表命名；`--date 列` 指定日期列；`--game 列` 指定游戏列（用户只看得到自己游戏的行）；`--day-first` 把 1/2/2026 读作 2 月 1 日；`--keep-good` 有坏行时仍导入好的行；`--replace` 替换以前导入的表，定义和报表都保留，日期列和游戏列不另指定就不变。',
      ],
    },
    {
      id: 'tables',
      title: '仓库里已有的表',
      steps: [
        '还没有定义引用的表，会在 {config.define} 里列出来，维度、指标和主键一并提好。见 [[config#point-tables]]。',
        '数据在 ClickHouse 上时不能导入：用 ClickHouse 自己的工具写入，再 {definitions.import} 或建立定义。',
      ],
    },
    {
      id: 'demo',
      title: '演示数据',
      steps: [
        '{demo.open}：选好大小，{demo.add} 放进几款虚构游戏的表、定义、视图、字典和查询，归你所有。不含账号、告警、名单和推送。{demo.cancel} 随时取消。',
        '名称已被占用的，写入之前就会说；标题重复的加上后缀。',
        '{demo.remove} 整个移除：先列出你们改过的、在它上面建的，确认之后才动；自己建的东西留下，只是没有了数据表。',
        '在服务器上是 `npm run demo` 与 `npm run demo -- --remove`；`--accounts` 还会建几个演示账号（只在仅供本机访问的服务上），`--force` 移除时不再询问。',
      ],
    },
  ],
}
