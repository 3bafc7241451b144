// Everything that opens over the product's pages, with its keys and its visible content. e2e/journeys/manners.test.ts
// tests it; tests/rules/manners.test.ts checks that everything that opens in src is listed here, or with the test
// that opens it.

export interface Opening {
  /** «file component part»: the part is the platform's component. */
  part: string
  /** Part of its text, labels or classes. */
  shows: string
  /** Reached by Tab first. */
  at?: string
  /** Reached by Shift+Tab instead. */
  back?: boolean
  /** Keys in the help sheet's notation. Default with `at`: Enter. */
  keys?: string
  /** Instead of keys: a text typed into the palette, and the title of the row to run. */
  run?: readonly [typed: string, title: string]
  /** Openings inside it, closed before it. */
  within?: readonly Opening[]
  /** Keys that close it, where Escape asks first. */
  leave?: string
}

export interface Tabs {
  part: string
  at: string
  /** Reached by Shift+Tab. */
  back?: boolean
}

const report = 'features/statement/web/report'
const pickers = 'features/statement/web/pickers'
const explain = 'features/statement/web/explain'
const query = 'features/code/web/query'
const results = 'features/code/web/results'
const lists = 'features/lists/web'
const config = 'features/config/web'
const management = 'features/management/web'
const dictionary = 'features/dictionary/web'
const alarm = 'features/alarm/web'
const logsearch = 'features/logsearch/web'
const prediction = 'features/prediction/web'
const logsTest = 'e2e/journeys/logs.test.ts'
const conditionsTest = 'e2e/journeys/conditions.test.ts'
const queryAlarmTest = 'e2e/journeys/alarms/query.test.ts'
const boardTest = 'e2e/journeys/boards/board.test.ts'
const board = 'features/statement/web/board'
const predictionTest = 'e2e/journeys/prediction.test.ts'

const palette: Opening = {
  part: 'web/shell/palette/Palette.tsx PaletteDialog dialog',
  shows: '搜索报表、指标、命令',
  keys: 'Control+k',
}
const settings: Opening = {
  part: 'web/shell/drawer/SettingsDrawer.tsx SettingsDrawer SideDrawer',
  shows: '个人设置',
  keys: 'Control+Comma',
}
const help: Opening = {
  part: 'web/shell/help/HelpDialog.tsx HelpDialog Dialog',
  shows: '快捷键',
  keys: '?',
}
const tableMenu: Opening = {
  part: 'web/table/menu/TableMenuPopup.tsx TableMenuPopup MenuPopup',
  shows: '复制',
  keys: 'Shift+F10',
}
const cell: Opening = {
  part: `${explain}/CellDialog.tsx CellDialog TitledDialog`,
  shows: '解释：',
  keys: 'x',
}
const column: Opening = {
  part: `${explain}/ColumnDialog.tsx ColumnDialog TitledDialog`,
  shows: '口径：',
  keys: 'i',
}
const data: Opening = {
  part: `${explain}/DataDialog.tsx DataDialog TitledDialog`,
  shows: '数据来源与更新',
  keys: 'v i',
}
const sql: Opening = {
  part: `${report}/dialogs/SqlDialog.tsx SqlDialog TitledDialog`,
  shows: '编译 SQL',
  keys: 'q',
}

/** Lists of tabs, tested by arrow keys. */
export const tabs = {
  explain: { part: `${explain}/CellDialog.tsx CellDialog TabList`, at: '[role="dialog"] [role="tab"]' },
  reports: {
    part: `${report}/ReportTabs.tsx ReportTabs TabList`,
    at: '.report-tabs [role="tab"]',
    back: true,
  },
  side: {
    part: 'features/statement/web/tree/SideContent.tsx SideContent TabList',
    at: '.side-tabs [role="tab"]',
    back: true,
  },
  results: {
    part: `${query}/results/ResultTabs.tsx ResultTabs tablist`,
    at: '.result-tabs [role="tab"]',
    back: true,
  },
  editor: {
    part: `${query}/tabs/EditorTabs.tsx EditorTabs tablist`,
    at: '.editor-tabs [role="tab"]',
    back: true,
  },
  sqlSide: {
    part: `${query}/side/SideContent.tsx SideContent TabList`,
    at: '.sql-side [role="tab"]',
    back: true,
  },
} satisfies Record<string, Tabs>

const keep: Opening = {
  part: 'features/statement/web/keep/KeepDialog.tsx KeepDialog TitledDialog',
  shows: '存到',
  keys: 'Control+Shift+s',
}

/** With a cell of the report's table selected. */
export const overReport: readonly Opening[] = [
  { part: `${pickers}/PointsPicker.tsx PointsPicker FilterButton`, shows: '已选指标', keys: 'p' },
  {
    part: 'features/statement/web/formulas/FormulaDialog.tsx FormulaForm FormDialog',
    shows: '新建公式',
    keys: 'Shift+p',
  },
  { part: `${pickers}/DimensionsPicker.tsx DimensionsPicker FilterButton`, shows: '分组维度', keys: 'd' },
  { ...palette, shows: '日期范围', keys: 't' },
  { part: `${pickers}/ConditionPicker.tsx ConditionPicker Popup`, shows: '搜索维度或指标', keys: 'a' },
  {
    part: `${report}/filterBar/CompareControl.tsx CompareControl FilterButton`,
    shows: '与什么对比',
    keys: 'o',
  },
  {
    part: `${report}/options/OptionsControl.tsx OptionsControl FilterButton`,
    shows: '包含合计行',
    keys: 'v o',
  },
  sql,
  { part: `${report}/dialogs/RemarkDialog.tsx RemarkDialog TitledDialog`, shows: '备注', keys: 'm' },
  { part: `${report}/dialogs/ReportDialogs.tsx OneDialog NameDialog`, shows: '重命名报表', keys: 'F2' },
  keep,
  { part: `${report}/dialogs/ReportDialogs.tsx OneDialog ConfirmDialog`, shows: '删除报表', keys: 'Delete' },
  cell,
  column,
  data,
  { part: `${explain}/RecordsDialog.tsx RecordsDialog TitledDialog`, shows: '后台记录', keys: 'Shift+U' },
  { part: `${report}/dialogs/DrillDialog.tsx Targets TitledDialog`, shows: '下钻：', keys: 'v l' },
  { ...palette, shows: '图表', keys: 'v g' },
  tableMenu,
  help,
  settings,
  palette,
  {
    part: 'features/calendar/web/CalendarDialog.tsx CalendarDialog TitledDialog',
    shows: '节假日与日期注记',
    run: ['日历', '日历：节假日与日期注记'],
  },
  {
    part: 'features/definitions/web/ExportDialog.tsx ExportDialog TitledDialog',
    shows: '导出报表定义',
    run: ['导出报表定义', '导出报表定义'],
  },
  {
    part: 'features/definitions/web/ImportDialog.tsx ImportDialog TitledDialog',
    shows: '导入报表定义',
    run: ['导入报表定义', '导入报表定义'],
  },
  {
    part: 'features/trace/web/TraceDialog.tsx TraceDialog TitledDialog',
    shows: '追踪码',
    run: ['追踪码', '查询追踪码'],
  },
  {
    part: 'features/statement/web/embed/EmbedDialog.tsx EmbedDialog TitledDialog',
    shows: '嵌入「',
    run: ['嵌入到', '嵌入到其他页面'],
  },
  {
    part: 'features/statement/web/subscribe/SubscriptionForm.tsx SubscriptionForm FormDialog',
    shows: '何时发送',
    keys: 'Shift+D',
  },
  {
    part: 'features/statement/web/replace/ReplaceDialog.tsx ReplaceDialog TitledDialog',
    shows: '替换所有报表里的指标',
    run: ['替换所有', '替换所有报表里的指标'],
  },
]

/** Buttons of the top bar from its end, then of side panel, title and figures. */
export const byButtons: readonly Opening[] = [
  {
    part: 'web/shell/UserMenu.tsx UserMenu MenuButton',
    shows: '退出登录',
    at: '.user-menu',
    keys: 'ArrowDown',
    back: true,
  },
  {
    part: 'features/documents/web/DocumentsMenu.tsx DocumentsMenu MenuButton',
    shows: 'documents-list',
    at: '.documents-entry',
    back: true,
  },
  {
    part: 'features/statement/web/tree/SideContent.tsx SideContent PopupMenu',
    shows: '新建视图',
    at: '[aria-label="新建"]',
  },
  {
    part: 'features/statement/web/tree/ReportTree.tsx ReportTree ContextArea',
    shows: '重命名',
    at: '.statement-tree',
    keys: 'ArrowDown Shift+F10',
  },
  {
    part: 'features/statement/web/tree/ShareState.tsx ShareState MenuButton',
    shows: '复制链接',
    at: '.share-state',
  },
  {
    part: `${report}/TitleLine.tsx TitleLine MoreButton`,
    shows: '另存到…',
    at: '[aria-label="更多"]',
  },
  {
    part: 'features/statement/web/filters/DateFilter.tsx Days FilterButton',
    shows: '开始日期',
    at: '[title="日期范围"]',
  },
  {
    part: 'features/statement/web/filters/DimensionFilter.tsx DimensionFilter FilterButton',
    shows: '搜索',
    at: '.filter-unset .filter-button',
  },
  {
    part: 'features/statement/web/chart/ChartControls.tsx ChartControls MenuButton',
    shows: '收起图表',
    at: '.chart-kind',
  },
  {
    part: 'features/statement/web/chart/ReportChart.tsx ReportChart ContextArea',
    shows: '设告警',
    at: '.plot-overlay',
    keys: 'Shift+F10',
  },
]

/** On /statement, with a folder selected in the tree. */
export const overTree: readonly Opening[] = [
  {
    part: 'web/sharing/WhoSeesDialog.tsx WhoSeesDialog TitledDialog',
    shows: '谁可以看「',
    keys: 'Shift+w',
  },
  {
    part: 'features/statement/web/tree/TreeDialogs.tsx OneDialog TitledDialog',
    shows: '搜索文件夹',
    run: ['移动到', '移动到文件夹'],
  },
  {
    part: 'features/statement/web/tree/TreeDialogs.tsx OneDialog ConfirmDialog',
    shows: '删除文件夹「',
    keys: 'Delete',
  },
]

export const overEditor: readonly Opening[] = [keep]

export const overPivot: readonly Opening[] = [
  {
    part: 'features/statement/web/pivot/PivotFields.tsx AxisPicker FilterButton',
    shows: '行维度',
    keys: 'h',
  },
  {
    part: 'features/statement/web/pivot/PivotFields.tsx AxisPicker FilterButton',
    shows: '列维度',
    keys: 'l',
  },
  {
    part: 'features/statement/web/pivot/DrillDialog.tsx DrillDialog TitledDialog',
    shows: '按什么细看',
    keys: 'k',
  },
  {
    part: 'features/statement/web/pivot/DrillDialog.tsx DrillDialog TitledDialog',
    shows: '在别的报表里',
    keys: 'n',
  },
]

/** On a narrow window, where the side panels are behind buttons. */
export const byNarrowButtons: readonly Opening[] = [
  {
    part: 'web/shell/PhoneMenu.tsx PhoneMenu SideDrawer',
    shows: '菜单',
    at: '[aria-label="菜单"]',
  },
  {
    part: 'features/statement/web/tree/Side.tsx Side SideDrawer',
    shows: '报表目录',
    at: '[aria-label="报表目录"]',
  },
]

export const overNarrowQueries: readonly Opening[] = [
  {
    part: 'web/list/ListPage.tsx ListPage SideDrawer',
    shows: '文件夹与标签',
    at: '[aria-label="文件夹与标签"]',
  },
]
export const overNarrowSql: readonly Opening[] = [
  { part: `${query}/side/Side.tsx Side SideDrawer`, shows: '表', at: '.drawer-toggle' },
]

/** In a window of 360 px, inside which everything must stay. */
export const overNarrow: readonly Opening[] = [tableMenu, cell, column, help, settings, palette, sql]

const moreOfList: Opening = {
  part: 'web/list/ListTitle.tsx Title MoreButton',
  shows: '导出 csv',
  at: '[aria-label="更多"]',
}
const history: Opening = {
  part: 'web/list/HistoryDialog.tsx HistoryDialog TitledDialog',
  shows: '变更记录：',
  keys: 'h',
}
const asksToDelete: Opening = {
  part: 'web/list/ListDialogs.tsx Question ConfirmDialog',
  shows: '删除',
  keys: 'Delete',
}

/** Over list pages, each reached by keys from the one before, with a row selected. */
export const overLists: readonly { go: string; title: string; over: readonly Opening[] }[] = [
  {
    go: 'g o b',
    title: '黑名单',
    over: [
      { part: `${lists}/entries/EntryForm.tsx entryForm FormDialog`, shows: '黑名单条目', keys: 'c' },
      { part: `${lists}/entries/EntryPaste.tsx entryPaste BatchPaste`, shows: '粘贴', keys: 'p' },
      history,
      asksToDelete,
      tableMenu,
      moreOfList,
    ],
  },
  {
    go: 'u',
    title: '黑名单规则',
    over: [{ part: `${lists}/rules/RuleForm.tsx RuleForm FormDialog`, shows: '新建规则', keys: 'c' }],
  },
  {
    go: 'g o w',
    title: '白名单',
    over: [
      {
        part: `${lists}/publish/PublishDialog.tsx PublishDialog TitledDialog`,
        shows: '发布白名单到数据仓库',
        keys: 'u',
      },
    ],
  },
  {
    go: 'g m x',
    title: '系统设置',
    over: [
      {
        part: 'features/installation/web/settings/SettingsForm.tsx SettingsForm FormDialog',
        shows: '系统设置：访问与品牌',
        keys: 'j Enter',
      },
    ],
  },
  {
    go: 'g o e',
    title: '事件列表',
    over: [{ part: `${lists}/events/EventForm.tsx EventForm FormDialog`, shows: '新建事件', keys: 'c' }],
  },
  {
    go: 'g o a',
    title: '广告账户',
    over: [
      { part: `${lists}/accounts/AccountForm.tsx AccountForm FormDialog`, shows: '新建广告账户', keys: 'c' },
    ],
  },
  {
    go: 'g c c',
    title: '维度管理',
    over: [
      {
        part: `${config}/dimensions/DimensionForm.tsx DimensionForm FormDialog`,
        shows: '编辑维度',
        keys: 'e',
      },
      {
        part: `${config}/undefined/DefineDialog.tsx DefineDialog TitledDialog`,
        shows: '定义数据表',
        run: ['定义数据表', '定义数据表'],
      },
      asksToDelete,
    ],
  },
  {
    go: 'g c p',
    title: '指标',
    over: [
      { part: `${config}/points/PointForm.tsx PointForm FormDialog`, shows: '编辑指标', keys: 'e' },
      { part: `${config}/uses/UsesDialog.tsx UsesDialog TitledDialog`, shows: '用在哪里', keys: 'u' },
      { part: `${config}/graph/GraphDialog.tsx GraphDialog TitledDialog`, shows: '的上下游', keys: 'v' },
      {
        part: `${config}/history/HistoryDialog.tsx HistoryDialog TitledDialog`,
        shows: '变更记录：',
        keys: 'h',
      },
      { part: `${config}/bulk/ChangeDialog.tsx ChangeDialog FormDialog`, shows: '批量修改', keys: 'b' },
      {
        part: `${config}/replace/ReplaceDialog.tsx ReplaceDialog TitledDialog`,
        shows: '换成另一个指标',
        keys: 'x',
      },
      {
        part: 'web/standing/MarkDialogs.tsx VerifyDialog FormDialog',
        shows: '已核对，有效至',
        keys: 't',
      },
      { part: 'web/standing/MarkDialogs.tsx RetireDialog FormDialog', shows: '停用日期', keys: 'y' },
    ],
  },
  {
    go: 'g c w',
    title: '维度表',
    over: [
      {
        part: `${config}/tables/TableForm.tsx TableForm FormDialog`,
        shows: '编辑维度表',
        keys: 'e',
      },
    ],
  },
  {
    go: 'g c z',
    title: '指标表',
    over: [
      {
        part: `${config}/tables/TableForm.tsx TableForm FormDialog`,
        shows: '编辑指标表',
        keys: 'e',
      },
      {
        part: `${config}/personal/PlayerDialog.tsx PlayerDialog TitledDialog`,
        shows: '一位玩家的数据',
        run: ['查找一位玩家的数据', '查找一位玩家的数据'],
      },
      {
        part: `${config}/personal/PersonalDialog.tsx PersonalDialog FormDialog`,
        shows: '个人信息：',
        keys: 'i',
      },
    ],
  },
  {
    go: 'g c f',
    title: '分类',
    over: [
      { part: `${config}/categories/CategoryForm.tsx CategoryForm FormDialog`, shows: '编辑分类', keys: 'e' },
    ],
  },
  {
    go: 'g m m',
    title: '用户管理',
    over: [
      { part: `${management}/users/UserForm.tsx UserForm FormDialog`, shows: '编辑用户', keys: 'e' },
      { part: `${management}/users/LinkDialog.tsx LinkDialog TitledDialog`, shows: '密码链接：', keys: 'l' },
      {
        part: `${management}/users/SessionsDialog.tsx SessionsDialog TitledDialog`,
        shows: '登录：',
        keys: 'd',
      },
      {
        part: `${management}/users/RightsDialog.tsx RightsDialog TitledDialog`,
        shows: '权限与原因',
        keys: 'w',
      },
      {
        part: `${management}/handing/HandOverDialog.tsx HandOverDialog TitledDialog`,
        shows: '移交：',
        keys: 't',
      },
      history,
      asksToDelete,
    ],
  },
  {
    go: 'g m r',
    title: '角色权限',
    over: [
      { part: `${management}/roles/RoleForm.tsx RoleForm FormDialog`, shows: '编辑角色', keys: 'e' },
      {
        part: `${management}/seeing/SeeingDialog.tsx SeeingDialog TitledDialog`,
        shows: '看得到的游戏',
        keys: 'v',
      },
      {
        part: `${management}/why/WhyDialog.tsx WhyDialog TitledDialog`,
        shows: '为什么我看不到',
        run: ['为什么我看不到', '为什么我看不到…'],
      },
      history,
    ],
  },
  {
    go: 'g m a',
    title: '审计日志',
    over: [{ part: `${management}/audit/AuditPage.tsx AuditDialog TitledDialog`, shows: '代码', keys: 'o' }],
  },
  { go: 'g m j', title: '后台任务', over: [moreOfList] },
  {
    go: 'u',
    title: '定时任务',
    over: [
      {
        part: 'features/jobs/web/ScheduleDialog.tsx ScheduleDialog TitledDialog',
        shows: '最近触发',
        keys: 'o',
      },
    ],
  },
  {
    go: 'g a',
    title: '告警管理',
    over: [
      { part: `${alarm}/list/FreezeDialog.tsx FreezeDialog TitledDialog`, shows: '到明天', keys: 'z' },
      { part: `${alarm}/list/MuteDialog.tsx MuteDialog TitledDialog`, shows: '每周同一时间', keys: 'm' },
      asksToDelete,
    ],
  },
  {
    go: 'g v',
    title: '我的订阅',
    over: [
      {
        part: 'features/statement/web/subscribe/RunsDialog.tsx RunsDialog TitledDialog',
        shows: '发送记录：',
        keys: 'h',
      },
      asksToDelete,
    ],
  },
  {
    go: 'g d',
    title: '字典管理',
    over: [{ part: `${dictionary}/list/NewForm.tsx NewForm FormDialog`, shows: '新建字典', keys: 'c' }],
  },
]

/** On the page of an alarm rule with a filter. */
export const overAlarm: readonly Opening[] = [
  {
    part: `${alarm}/editor/WatchPart.tsx Points FilterButton`,
    shows: '已选指标',
    at: '[title="监控哪些指标"]',
  },
  {
    part: `${alarm}/editor/WatchPart.tsx Dims FilterButton`,
    shows: '搜索维度',
    at: '[title="按哪些维度的值分别判断"]',
  },
  {
    part: `${alarm}/editor/FiltersLine.tsx OneFilter FilterButton`,
    shows: '等于',
    at: '.filter-set .filter-button',
  },
  {
    part: `${alarm}/editor/FiltersLine.tsx Adding Popup`,
    shows: '按什么筛选',
    at: '[aria-label="添加筛选条件"]',
  },
  {
    part: `${alarm}/editor/GamesLine.tsx Games FilterButton`,
    shows: '搜索游戏',
    at: '[title="只算这些游戏的数据"]',
  },
  {
    part: `${alarm}/editor/PlaceChoice.tsx PlaceChoice Popup`,
    shows: '新的条件组',
    at: '[aria-label="条件 1 的位置"]',
  },
  { part: `${alarm}/editor/TellPart.tsx Chosen FilterButton`, shows: '搜索用户', at: '[title="站内消息"]' },
]
/** The same page with unsaved changes and the focus outside the field. */
export const overTypedAlarm: readonly Opening[] = [
  { part: `${alarm}/editor/EditPage.tsx Questions DiscardDialog`, shows: '放弃修改', keys: 'Escape' },
]
/** The same page after another user has saved the rule. */
export const overTheirAlarm: readonly Opening[] = [
  {
    part: `${alarm}/editor/ConflictDialog.tsx ConflictDialog TitledDialog`,
    shows: '告警已被他人修改',
    keys: 'Control+s',
  },
]

/** Over a dictionary, with a cell selected. */
export const overDictionary: readonly Opening[] = [
  { part: `${dictionary}/detail/Find.tsx FindDialog TitledDialog`, shows: '在行里查找', keys: 'Control+f' },
  {
    part: `${dictionary}/detail/Unnamed.tsx UnnamedDialog TitledDialog`,
    shows: '没有名称的代码',
    keys: 'Alt+u',
  },
  { part: `${dictionary}/detail/dialogs.tsx askNewColumn NameDialog`, shows: '新增一列', keys: 'Alt+c' },
  { part: `${dictionary}/detail/dialogs.tsx askColumnName NameDialog`, shows: '重命名列', keys: 'Alt+r' },
  {
    part: `${dictionary}/list/NamesForm.tsx NamesForm FormDialog`,
    shows: '改字典名与表单名',
    keys: 'Alt+n',
  },
  tableMenu,
  {
    part: `${dictionary}/detail/TitleLine.tsx TitleLine MoreButton`,
    shows: '重命名列…',
    at: '[aria-label="更多"]',
    back: true,
  },
]

/** Over saved queries, with one selected. */
export const overQueries: readonly Opening[] = [
  { part: 'features/code/web/lists/QueryForm.tsx QueryForm FormDialog', shows: '文件夹与标签', keys: 'e' },
  {
    part: 'features/code/web/lists/ShareDialog.tsx ShareDialog TitledDialog',
    shows: '分享「',
    keys: 'Shift+S',
  },
  {
    part: 'features/code/web/lists/VersionsDialog.tsx VersionsDialog TitledDialog',
    shows: '的版本',
    keys: 'v',
  },
  {
    part: 'features/code/web/library/FolderForm.tsx FolderForm FormDialog',
    shows: '谁可以用',
    keys: 'Shift+N',
  },
  {
    part: 'features/code/web/library/MoveDialog.tsx MoveDialog FormDialog',
    shows: '其中的文件夹',
    keys: 'm',
  },
]

export const overCustomReport: readonly Opening[] = [
  {
    part: 'features/custom/web/detail/DetailPage.tsx TitleLine MoreButton',
    shows: '导出 csv',
    at: '[aria-label="更多"]',
  },
  {
    part: 'features/custom/web/detail/DictionaryField.tsx DictionaryField DictionaryPicker',
    shows: 'dictionary-picker',
    at: '.custom-field [aria-haspopup]',
  },
  {
    part: 'features/custom/web/detail/DetailPage.tsx Deleting ConfirmDialog',
    shows: '删除',
    run: ['删除自定义', '删除自定义报表'],
  },
]

/** With a report that has conditions on a dimension and on a point, and a view shared with a condition. */
export const overConditions: readonly Opening[] = [
  {
    part: 'features/statement/web/filters/PointFilter.tsx PointFilter FilterButton',
    shows: '活跃用户的值',
    at: '.filter-condition .filter-set .filter-button',
  },
  {
    part: 'features/statement/web/embed/EmbedDialog.tsx EmbedDialog TitledDialog',
    shows: '嵌入「',
    run: ['嵌入到', '嵌入到其他页面'],
    within: [
      {
        part: 'features/statement/web/embed/EmbedLimits.tsx FixedFilter FilterButton',
        shows: '搜索游戏',
        at: '[role="dialog"] .filter-set .filter-button',
      },
      {
        part: 'features/statement/web/embed/EmbedDialog.tsx EmbedDialog ConfirmDialog',
        shows: '换新地址',
        at: '[role="dialog"] .bp6-dialog-footer .bp6-intent-danger',
      },
    ],
  },
  {
    part: 'features/calendar/web/CalendarDialog.tsx CalendarDialog TitledDialog',
    shows: '节假日与日期注记',
    run: ['日历', '日历：节假日与日期注记'],
    within: [
      {
        part: 'features/calendar/web/CalendarDialog.tsx CalendarDialog ConfirmDialog',
        shows: '放弃改动',
        at: '.calendar-months [data-day][tabindex="0"]',
        // Changes the day, whatever it is.
        keys: 'Delete r Escape',
      },
    ],
    leave: 'Escape Enter',
  },
  {
    part: `${explain}/RecordsDialog.tsx RecordsDialog TitledDialog`,
    shows: '后台记录',
    keys: 'Shift+U',
    within: [
      {
        part: `${explain}/RecordsDialog.tsx RecordsDialog ConfirmDialog`,
        shows: '删除',
        at: '.record-actions button:last-child',
      },
    ],
  },
]

/** With a change to a report that another user has saved meanwhile. */
export const overTheirs: readonly Opening[] = [
  {
    part: `${report}/dialogs/ReportDialogs.tsx ConflictDialog TitledDialog`,
    shows: '报表已被他人修改',
    keys: 'Control+s',
  },
]
/** The same in the report's editor. */
export const overTheirsInEditor: readonly Opening[] = [
  {
    part: 'features/statement/web/editor/ReportEditor.tsx ConflictDialog TitledDialog',
    shows: '报表已被他人修改',
    keys: 'Control+s',
  },
]
export const byEditorConditions: readonly Opening[] = [
  {
    part: 'features/statement/web/filters/ConditionControl.tsx ConditionControl FilterButton',
    shows: '活跃用户的值',
    at: '.filter-set .filter-button',
  },
]

const tabMenu: Opening = {
  part: `${query}/tabs/TabMenuArea.tsx TabMenuArea ContextArea`,
  shows: '关闭右侧',
  back: true,
  keys: 'Shift+F10',
}

/** With a change to a saved query that was saved elsewhere meanwhile. */
export const overTheirQuery: readonly Opening[] = [
  {
    part: `${query}/dialogs/ConflictDialog.tsx Sides TitledDialog`,
    shows: '已在别处保存过',
    keys: 'Control+s',
  },
]
/** Buttons of the side panel's tables. */
export const bySqlTables: readonly Opening[] = [
  {
    part: `${query}/dialogs/SampleDialog.tsx SampleDialog TitledDialog`,
    shows: '的样例',
    at: '.sql-side [role="tree"]',
    keys: 'ArrowDown Space',
  },
]
/** Buttons of temporary tables, where there is one. */
export const byTemporaryTables: readonly Opening[] = [
  {
    part: `${query}/dialogs/DropDialog.tsx DropDialog ConfirmDialog`,
    shows: '删除',
    at: '.sql-side [role="tree"]',
    keys: 'Delete',
  },
]
/** With a filter on the result. */
export const byFilteredResult: readonly Opening[] = [
  {
    part: `${results}/view/FilterDialog.tsx FilterDialog TitledDialog`,
    shows: '筛选「',
    at: '.result-view-bar [role="button"], .result-view-bar .bp6-interactive',
    back: true,
  },
]

/** With the cursor in a text that names a parameter, and two open tabs. */
export const overSql: readonly Opening[] = [
  {
    part: `${query}/tabs/EditorPane.tsx EditorPane ContextArea`,
    shows: '转到定义',
    keys: 'Shift+F10',
  },
  {
    part: `${query}/snippets/SnippetsDialog.tsx SnippetsDialog TitledDialog`,
    shows: '代码片段',
    keys: 'Alt+k',
  },
  {
    part: `${query}/snippets/SnippetForm.tsx SnippetForm FormDialog`,
    shows: '新建片段',
    keys: 'Alt+Shift+k',
  },
  { part: `${query}/dialogs/SaveDialog.tsx SaveDialog TitledDialog`, shows: '保存查询', keys: 'Control+s' },
  {
    part: `${query}/dialogs/TemporaryDialog.tsx TemporaryDialog TitledDialog`,
    shows: '存为临时表',
    run: ['当前语句存为', '当前语句存为临时表'],
  },
  {
    part: `${query}/dialogs/Dialogs.tsx Shown NameDialog`,
    shows: '重命名标签页',
    run: ['重命名标签页', '重命名标签页'],
  },
  palette,
]

/** Buttons of the bars around the editor, which Tab leaves after Ctrl+M. */
export const bySqlButtons: readonly Opening[] = [
  { ...tabMenu, at: '.editor-tabs [role="tab"]' },
  {
    part: `${query}/tabs/EditorTabs.tsx AllTabs PopupMenu`,
    shows: 'editor-all-tabs',
    at: '[aria-label="全部标签页"]',
  },
  {
    part: `${query}/tabs/TitleLine.tsx TitleLine MoreButton`,
    shows: '历史版本',
    at: '[aria-label="更多"]',
  },
  {
    part: `${query}/runbar/ParameterControl.tsx ParameterControl Popup`,
    shows: 'parameter-popup',
    at: '.parameter',
  },
]

/** With the only result selected. */
export const overFirstResult: readonly Opening[] = [
  {
    part: `${results}/compare/CompareDialog.tsx CompareDialog TitledDialog`,
    shows: '还没有可以对比的另一个结果',
    keys: 'Alt+c',
  },
]

/** With a cell of a result selected, the second of two with the same text. */
export const overResult: readonly Opening[] = [
  { part: `${results}/CellDialog.tsx CellDialog TitledDialog`, shows: 'result-cell-dialog', keys: 'Enter' },
  {
    part: `${results}/view/ValuesDialog.tsx ValuesDialog TitledDialog`,
    shows: 'result-values-dialog',
    keys: 'Shift+F',
  },
  tableMenu,
  {
    part: `${results}/compare/CompareDialog.tsx CompareForm TitledDialog`,
    shows: '与哪个结果比',
    keys: 'Alt+c',
  },
  palette,
  {
    part: `${query}/dialogs/Dialogs.tsx Shown NameDialog`,
    shows: '重命名结果',
    run: ['重命名结果', '重命名结果'],
  },
  {
    part: `${results}/exports/ExportsDrawer.tsx ExportsDrawer SideDrawer`,
    shows: '导出记录',
    run: ['查看导出记录', '查看导出记录'],
  },
  {
    part: `${results}/temporary/TemporaryDialog.tsx TemporaryDialog TitledDialog`,
    shows: '存为临时表',
    run: ['存为临时表', '存为临时表'],
  },
]

/** Buttons beside the results' tabs. */
export const byResultButtons: readonly Opening[] = [
  {
    part: `${results}/ResultActions.tsx ResultActions MenuButton`,
    shows: 'CSV',
    at: '.result-actions [aria-haspopup]',
  },
  { ...tabMenu, at: '.result-tabs [role="tab"]' },
]

const listTest = 'tests/web/list/listPage.test.tsx'
const replacingTest = 'e2e/journeys/imports/replacing.test.ts'
const managementTest = 'e2e/journeys/management.test.ts'
const formTest = 'tests/web/form/formDialog.test.tsx'
const pasteTest = 'tests/web/paste/batchPaste.test.tsx'
const explainTest = 'e2e/journeys/explain.test.ts'

/** A test that opens it, by keys as well. */
const receiversTest = 'e2e/journeys/receivers.test.ts'
export const openedElsewhere: Readonly<Record<string, string>> = {
  'features/imports/web/ReplaceDialog.tsx ReplaceDialog ConfirmDialog': replacingTest,
  'web/form/sendOver.tsx askConflict TitledDialog': 'e2e/journeys/versions.test.ts',
  'web/form/sendOver.tsx askConflict ConflictChoice': 'e2e/journeys/versions.test.ts',
  'features/calendar/web/NoteConflict.tsx NoteConflict TitledDialog': 'e2e/journeys/versions.test.ts',
  'features/calendar/web/NoteConflict.tsx NoteConflict ConflictChoice': 'e2e/journeys/versions.test.ts',
  'features/statement/web/calculation/CalculationsDialog.tsx CalculationsDialog TitledDialog':
    'e2e/journeys/reportOptions.test.ts',
  'features/statement/web/calculation/BaseValue.tsx BaseValue FilterButton':
    'e2e/journeys/reportOptions.test.ts',
  'features/config/web/formulas/FormulasDialog.tsx FormulasDialog TitledDialog':
    'e2e/journeys/formulas.test.ts',
  'features/code/web/library/GiveDialog.tsx GiveDialog FormDialog': 'e2e/journeys/sqlSharing.test.ts',
  'features/code/web/lists/FolderTree.tsx Row PopupMenu': 'e2e/journeys/sqlSharing.test.ts',
  'features/code/web/lists/FolderTree.tsx Row ContextArea': 'e2e/journeys/sqlSharing.test.ts',
  [`${query}/dialogs/FillDialog.tsx FillDialog TitledDialog`]: 'e2e/journeys/sql.test.ts',
  [`${query}/dialogs/CancelDialog.tsx CancelDialog ConfirmDialog`]: 'e2e/journeys/sql.test.ts',
  [`${logsearch}/LogTitle.tsx LogTitle MoreButton`]: logsTest,
  [`${logsearch}/detail/DetailPanel.tsx DetailPanel SideDrawer`]: logsTest,
  [`${logsearch}/detail/DetailPanel.tsx Detail TabList`]: logsTest,
  [`${logsearch}/fields/FieldSide.tsx FieldSide SideDrawer`]: logsTest,
  [`${logsearch}/query/QueryBar.tsx StorePicker FilterButton`]: logsTest,
  [`${logsearch}/query/QueryBar.tsx QueryHistory Popup`]: logsTest,
  [`${logsearch}/query/QueryBar.tsx QueryHelp Popup`]: logsTest,
  [`${logsearch}/time/RangePicker.tsx RangePicker FilterButton`]: logsTest,
  'features/mfa/web/AccountForm.tsx AccountForm FormDialog': 'e2e/journeys/tags.test.ts',
  'features/mfa/web/actions.tsx DeleteQuestion ConfirmDialog': 'e2e/journeys/tags.test.ts',
  'features/gameflow/web/flow/FlowActions.tsx FlowActions MoreButton': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/flow/SourceDialog.tsx SourceTold TitledDialog': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/flow/SourceDialog.tsx SourceForm FormDialog': 'e2e/journeys/gameFlow.test.ts',
  'features/session/web/secondStep/SecondStepDialog.tsx SecondStepDialog TitledDialog':
    'e2e/journeys/signIn/secondStep.test.ts',
  'features/session/web/ChangePassword.tsx ChangePassword FormDialog': 'e2e/journeys/management.test.ts',
  'features/management/web/rules/ValuesButton.tsx ValuesButton FilterButton':
    'e2e/journeys/management.test.ts',
  'features/gameflow/web/months/MonthsPage.tsx ReopenDialog FormDialog': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/rates/RatesPage.tsx RateForm FormDialog': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/rates/RatesPage.tsx RatesPaste BatchPaste': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/rates/SharesPage.tsx ShareForm FormDialog': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/records/RecordForm.tsx RecordForm FormDialog': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/records/RecordPaste.tsx RecordPaste BatchPaste': 'e2e/journeys/gameFlow.test.ts',
  'features/gameflow/web/records/SettleDialog.tsx SettleDialog FormDialog': 'e2e/journeys/gameFlow.test.ts',
  [`${board}/BoardTitle.tsx BoardTitle MoreButton`]: boardTest,
  [`${board}/OnlyDialog.tsx OnlyDialog TitledDialog`]: boardTest,
  [`${board}/bar/BarCompare.tsx BarCompare FilterButton`]: boardTest,
  [`${board}/bar/BarConditions.tsx BarConditions Popup`]: boardTest,
  [`${board}/bar/BarDays.tsx BarDays FilterButton`]: boardTest,
  [`${board}/edit/AddDialog.tsx AddDialog TitledDialog`]: boardTest,
  [`${board}/edit/ResetDialog.tsx ResetDialog ConfirmDialog`]: boardTest,
  [`${board}/edit/TileForm.tsx TileForm FormDialog`]: boardTest,
  [`${board}/tiles/Tile.tsx TileMenu MenuButton`]: boardTest,
  'features/statement/web/filters/GroupFilter.tsx GroupFilter GroupControl': conditionsTest,
  'features/statement/web/whoSees.tsx confirmMove ConfirmDialog': 'e2e/journeys/sharing/whoSees.test.ts',
  [`${alarm}/editor/FiltersLine.tsx OneGroup GroupControl`]: conditionsTest,
  'features/statement/web/embed/groups/EmbedConditions.tsx EmbedConditions GroupControl':
    'e2e/journeys/embed.test.ts',
  'features/statement/web/embed/groups/leaves.tsx LeafControl FilterButton': 'e2e/journeys/embed.test.ts',
  [`${config}/personal/ErasePlayerDialog.tsx ErasePlayerDialog TitledDialog`]:
    'e2e/journeys/personal/erasing.test.ts',
  [`${prediction}/asked/controls.tsx BarControl FilterButton`]: predictionTest,
  [`${prediction}/range/RangePage.tsx Page TabList`]: predictionTest,
  [`${prediction}/turnover/ScenarioDialog.tsx ScenarioDialog TitledDialog`]: predictionTest,
  [`${prediction}/turnover/TurnoverPage.tsx Page TabList`]: predictionTest,
  'web/form/ParametersInput.tsx ParametersInput DictionaryPicker': 'e2e/journeys/subscription.test.ts',
  'web/form/FormDialog.tsx FormDialog TitledDialog': formTest,
  'web/form/FormDialog.tsx FormDialog ConflictChoice': formTest,
  'web/form/FormDialog.tsx FormDialog DiscardDialog': formTest,
  'web/list/ListDialogs.tsx Failures TitledDialog': listTest,
  [`${management}/ownRights.tsx OwnRightsQuestion ConfirmDialog`]: managementTest,
  'web/list/SeveralFilter.tsx SeveralFilter Popup': listTest,
  [`${alarm}/editor/query/QueryPart.tsx Query FilterButton`]: queryAlarmTest,
  [`${alarm}/editor/query/QueryPart.tsx Columns FilterButton`]: queryAlarmTest,
  [`${alarm}/fire/AcknowledgeDialog.tsx AcknowledgeDialog TitledDialog`]: 'e2e/journeys/alarm.test.ts',
  'features/push/web/tasks/SendQuestion.tsx SendQuestion ConfirmDialog': 'e2e/journeys/push.test.ts',
  'features/push/web/tasks/TaskForm.tsx TaskForm FormDialog': 'e2e/journeys/push.test.ts',
  'features/checks/web/CheckForm.tsx CheckForm FormDialog': 'e2e/journeys/imports/checks.test.ts',
  'features/checks/web/Suggestions.tsx SuggestionsDialog TitledDialog': 'e2e/journeys/imports/checks.test.ts',
  'features/tokens/web/TokenForm.tsx TokenForm FormDialog': 'e2e/journeys/sharing/tokens.test.ts',
  'features/tokens/web/SecretDialog.tsx SecretDialog TitledDialog': 'e2e/journeys/sharing/tokens.test.ts',
  'features/webhooks/web/WebhookForm.tsx WebhookForm FormDialog': 'e2e/journeys/programs/webhooks.test.ts',
  'features/webhooks/web/SecretDialog.tsx SecretDialog TitledDialog':
    'e2e/journeys/programs/webhooks.test.ts',
  'features/webhooks/web/DeliveriesDialog.tsx DeliveriesDialog TitledDialog':
    'e2e/journeys/programs/webhooks.test.ts',
  'features/sources/web/SourceForm.tsx SourceForm FormDialog': 'e2e/journeys/sources.test.ts',
  'features/sources/web/SpanDialog.tsx SpanDialog FormDialog': 'e2e/journeys/sources.test.ts',
  'features/segment/web/SegmentForm.tsx SegmentForm FormDialog': 'e2e/journeys/segments.test.ts',
  'features/jobs/web/JobDialog.tsx JobDialog TitledDialog': 'e2e/journeys/jobs.test.ts',
  'features/receivers/web/ReceiverForm.tsx ReceiverForm FormDialog': receiversTest,
  'features/receivers/web/UsesDialog.tsx UsesDialog TitledDialog': receiversTest,
  'web/paste/BatchPaste.tsx BatchPaste TitledDialog': pasteTest,
  'web/paste/BatchPaste.tsx BatchPaste DiscardDialog': pasteTest,
  'features/tools/web/json/page/JsonTools.tsx JsonActions MoreButton': 'e2e/journeys/tools.test.ts',
  'web/shell/SystemMenu.tsx SystemMenu MenuButton': 'tests/web/shell/navigation.test.tsx',
  [`${report}/filterBar/Conditions.tsx Conditions FilterButton`]: 'e2e/journeys/picking.test.ts',
  [`${explain}/RowsPart.tsx RowsPart TabList`]: explainTest,
  'features/statement/web/players/PlayersPart.tsx PlayersPart TabList': 'e2e/journeys/kinds/who.test.ts',
  'features/statement/web/players/KeepAsSegment.tsx KeepAsSegment NameDialog':
    'e2e/journeys/kinds/who.test.ts',
  [`${report}/dialogs/ReportDialogs.tsx CellDialog TitledDialog`]: explainTest,
  'features/statement/web/chart/MarkMenu.tsx MarkMenu MenuPopup': explainTest,
  [`${explain}/ChangePart.tsx Dimensions TabList`]: explainTest,
  [`${dictionary}/detail/ConflictDialog.tsx ConflictDialog TitledDialog`]: 'e2e/journeys/dictionary.test.ts',
  [`${lists}/rules/RulePreview.tsx showRulePreview TitledDialog`]: 'e2e/journeys/lists.test.ts',
  'features/statement/web/embed/EmbedTabs.tsx EmbedTabs tablist':
    'tests/features/statement/web/embedTabs.test.tsx',
}
