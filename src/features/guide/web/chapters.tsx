// The guide's chapters. What a sentence asks one to press is a command of the registry, never keys written out.
import type { ReactNode } from 'react'
import { Do } from './Do.tsx'

export interface Chapter {
  id: string
  title: string
  /** What one can do after it, in one sentence. */
  lead: string
  steps: readonly ReactNode[]
}

/** A line for the terminal. */
const Line = ({ children }: { children: string }) => <code className="guide-line">{children}</code>

export const chapters: readonly Chapter[] = [
  {
    id: 'data',
    title: '把数据放进来',
    lead: '一个文件几步就成为一张能查询、能看图的报表。',
    steps: [
      <>
        <Do command="imports.open" />
        ：把 CSV、Excel、JSON 或 Parquet
        文件拖到页面上，或选择文件。各列的类型和用途已经猜好，可以改；哪些行读不懂，按行号列出。
      </>,
      <>导入之后直接到报表：按日期、按最能说明问题的维度、前几名各一张，都带图。不合适的改掉就是。</>,
      <>
        文件很大或要定时更新，在服务器上运行 <Line>npm run import -- 文件</Line>
        ，服务开着也可以；再次导入加 <Line>--replace</Line>，定义和报表都保留。
      </>,
      <>
        数据表已经在仓库里：到 <Do command="config.pointTables" />{' '}
        建立指标表，维度、指标和主键会一并提出来，保存前能看到样例行和近 7 天的数字。
      </>,
      <>
        还没有数据：
        <Do command="demo.open" /> 放进四款虚构游戏的两年，试完整个移除；在服务器上是{' '}
        <Line>npm run demo</Line> 与 <Line>npm run demo -- --remove</Line>。
      </>,
      <>
        从另一套系统搬来：<Do command="definitions.export">导出报表定义</Do>，再在这里{' '}
        <Do command="definitions.import">导入报表定义</Do>，应用之前逐项列出变化。
      </>,
    ],
  },
  {
    id: 'report',
    title: '第一张报表',
    lead: '报表就是「维度 × 指标」，加上日期和筛选。',
    steps: [
      <>
        <Do command="statement.open" />
        ，在目录里 <Do command="view.create" />
        ，给它起个名字；一个视图里可以有多张报表。
      </>,
      <>
        <Do command="report.pickPoints" />、<Do command="report.pickDimensions" />、
        <Do command="report.range" />、<Do command="report.addFilter" />
        ：名称、拼音、首字母都能找到，选好数字就跟着变。
      </>,
      <>
        <Do command="report.compare" /> 看环比、同比；
        <Do command="report.options" /> 里有小计、占比、前几名、热力图。
        <Do command="report.openPivot" /> 换成透视表。
      </>,
      <>
        <Do command="report.save" /> 留在视图里；
        <Do command="view.star" />
        之后它在首页显示今日与昨日的数字。地址里有全部条件，直接发给同事也行。
      </>,
    ],
  },
  {
    id: 'figures',
    title: '看懂一个数字',
    lead: '每个数字都能说清是怎么来的。',
    steps: [
      <>
        选中一格，
        <Do command="figure.explain" />
        ：公式、各部分、SQL、背后的行、数据有多新；变化是由谁带来的。
      </>,
      <>
        <Do command="column.describe" /> 说这一列的口径；鼠标停在表头、合计、斜线格上，也会说明。
      </>,
      <>斜线的格子还没有完：今天、没结束的周和月、还没到天数的留存，不拿来比较。</>,
    ],
  },
  {
    id: 'keys',
    title: '用键盘',
    lead: '不用记：面板里什么都能找到，键就写在旁边。',
    steps: [
      <>
        <Do command="palette.open" />
        ：输入几个字母，找页面、报表、指标、命令；也可以写一句话，如「近 30 天 流水 按渠道 环比」。
      </>,
      <>
        <Do command="help.open" /> 列出此处能用的键；在 <Do command="settings.open" /> 里可以改成自己顺手的。
      </>,
      <>
        在表格里用方向键走格，按住 Shift 选一片，复制出来贴到 Excel 里还是一片；状态栏随时有所选的合计和平均。
      </>,
    ],
  },
  {
    id: 'sql',
    title: '写 SQL',
    lead: '只读的沙箱：写什么都不会改动数据。',
    steps: [
      <>
        <Do command="code.open" />
        ：补全认得表、列、别名和字典；
        <Do command="sql.run" /> 运行光标处的语句，结果一页页排开，可钉住、画图、逐行比较。
      </>,
      <>
        <code>:名称</code> 是参数，运行栏里就有它的输入框；
        <Do command="sql.save" />
        ，常用的写法 <Do command="sql.keepSnippet">存为片段</Do>。
      </>,
      <>
        给不写 SQL 的人用：
        <Do command="sql.publish" />
        ，他们在 <Do command="custom.open" /> 里填参数就能查。
      </>,
    ],
  },
  {
    id: 'sharing',
    title: '给别人看',
    lead: '谁看都只看到自己有权看的游戏。',
    steps: [
      <>
        <Do command="view.share" /> 让同事在目录里看到；
        <Do command="view.subscribe" />
        ，每天早上发到邮箱、群或收件箱。
      </>,
      <>
        <Do command="report.export" /> 成 Excel，文件里有追踪码；
        <Do command="view.embed" />
        放到别的系统里，随时可以换地址或停止。
      </>,
    ],
  },
  {
    id: 'alarms',
    title: '出了事叫我',
    lead: '数字不对，先知道的是你。',
    steps: [
      <>
        <Do command="alarm.create" />
        ：越过界限、比上周同日变化太多，或离预测太远；保存之前先看过去会响几次。
      </>,
      <>
        <Do command="fires.open" /> 看响过的，哪个值变了、谁处理了；
        <Do command="receivers.open" /> 决定发到哪里。
      </>,
    ],
  },
  {
    id: 'people',
    title: '人和权限',
    lead: '能做什么看角色，能看哪些行看游戏。',
    steps: [
      <>
        <Do command="users.open" />
        ：添加同事，选角色和游戏，把一次性密码交给本人；密码用一次即失效，登录后自己设新的。
      </>,
      <>
        <Do command="roles.open" />
        ：每个角色能进哪些页，能以它的眼光只读地看一遍；
        <Do command="audit.open" /> 记着谁在何时改了什么。
      </>,
    ],
  },
  {
    id: 'keeping',
    title: '备份与恢复',
    lead: '一个文件装下全部，服务开着也能备份。',
    steps: [
      <>
        在服务器上 <Line>npm run backup -- backup.tar</Line>；恢复时先停服务，再{' '}
        <Line>npm run restore -- backup.tar</Line>，原来的放在一边，不会丢。
      </>,
      <>
        令牌、密钥和验证码种子是加密保存的：备份时给出口令（<Line>BACKUP_PASSPHRASE</Line>
        ，或按提示输入），安装密钥才会一同带走，恢复到别处也能解开。用{' '}
        <Line>npm run backup -- --verify backup.tar</Line> 真正恢复一遍来核对。
      </>,
      <>
        <Do command="check.open" /> 一项项看服务、数据、磁盘和浏览器是否正常。
      </>,
    ],
  },
]
