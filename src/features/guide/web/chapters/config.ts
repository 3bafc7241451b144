import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '报表由什么组成：维度、指标、它们所在的表，以及分类。',
  parts: [
    {
      id: 'dimensions',
      title: '维度，与各列表共同的做法',
      steps: [
        '{config.open}（维度）、{config.points}、{config.dimensionTables}、{config.pointTables}、{config.categories} 可以互相切换。',
        '边填边查：表单像报表那样读你写的表达式，显示 SQL、五行样例、自己游戏里近七天的数字，以及保存会让哪些报表的数字变化，其中一张前后对照。',
        '保存时整体检查：表达式和公式错在哪里，循环引用的名称，关联键的类型，以及别人在它上面建的东西。名称不分大小写、全半角和空格，每张表内不能重复。改指标的名称时，用到它的公式会跟着改，报表和告警都不受影响。',
        '{config.verify}：谁核对过、有效到哪天，改动口径后自动失效；{config.retire}：从哪天起停用、改用什么，使用者会收到站内信，新报表里不再提供，已有的照常计算。两者在列表、命令面板和解释里都看得到。',
        '{config.uses} 说出哪些报表、告警、指标用到它；用到的不能删除。{config.graph} 画出谁建立在谁之上。',
        '{config.history} 列出每次修改，可以退回；删除的 30 天内可以找回。退回和找回也和保存一样检查。',
        '{config.duplicate}、{config.change}；面板里可以直接 {config.createDimension}。',
        '维度的**名称列**，是它的值在筛选、表格、图表、透视和文件里显示的名字。一张维度表以几种身份关联时（注册渠道、付费渠道），维度要说明是哪一种。',
      ],
    },
    {
      id: 'dimension-tables',
      title: '维度表',
      steps: [
        '{config.dimensionTables}。一张指标表可以用几种身份各关联一次同一张维度表；维度表可以再关联下一张（区服 → 地区），明细随之有了它的维度，最多隔两层。',
        '一个键对应两行、循环关联、两条路没有身份可以区分，都会被拒绝，并指出是哪些键、哪些表。',
        '表的定义关系到哪些行归谁看，只有看得到全部游戏的人能改。',
      ],
    },
    {
      id: 'points',
      title: '指标',
      steps: [
        '{config.points}，或 {config.createPoint}。各种指标怎么算，见 [[figures]]。',
        '「别名」里的名字，句子和搜索也认；「没有数据时」决定没有数据显示 0 还是空。',
        '{config.replace}：把一个指标在所有报表里换成另一个，先预览再换。',
      ],
    },
    {
      id: 'point-tables',
      title: '指标表',
      steps: [
        '{config.pointTables} 或 {config.define}：从仓库里选一张表，导入时会建什么，这里就提出什么。',
        '{config.clean}：数据已经变了而结果还是旧的，用它清除这张表的缓存结果。',
      ],
    },
    {
      id: 'personal-data',
      title: '个人信息',
      steps: [
        '在指标表、维度表或维度上 {config.personal}：设备号、手机号、姓名、身份证、邮箱、IP、其他。按列名和内容提出建议并说明理由，由人决定；每次改动有记录。看得到全部数据的人才能标记，取消或改动已有的标记另需「可见个人信息」权限。',
        '没有这项权限的人只看到掩码：`138****5678`、`张*`、`a***@b.com`、`1.2.*.*`，设备号是一段散列，同一台设备处处相同。报表、筛选、明细、导出、SQL、自定义报表都是如此；筛选和 SQL 里的条件也只按掩码比较。',
        '去重人数、关联和数据范围仍按原值计算，数字不变。SQL 里看到的是掩码：`count(distinct 设备号)` 按散列去重，结果不变；手机号等的掩码会重复，对它们去重要用报表的指标。',
        '标记之前由没有权限的人留下的 SQL 结果和临时表不再可读。已经发出去的消息和文件收不回。嵌入的报表与告警总是掩码。',
      ],
    },
    {
      id: 'categories',
      title: '分类',
      steps: ['{config.categories}：给维度和指标分组，选择时按分类排列。'],
    },
    {
      id: 'files',
      title: '定义文件：在安装之间搬运',
      steps: [
        '{definitions.export} 把选中的视图连同它们依赖的一切（包括字典）写成一个 JSON 文件；{definitions.import} 先列出会改什么，确认才应用。',
        '{definitions.format} 有一个完整的例子，并给出检查文件用的 JSON Schema。',
      ],
    },
  ],
}
