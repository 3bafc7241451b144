// Words of the engine's own messages (DuckDB 1.5). A word that is neither here nor in the reader's text may be
// somebody's name, and is not shown.

export const engineWords: ReadonlySet<string> = new Set(
  `
  accept accepted accepts action active actual add added adding addition adds after against aggregate
  aggregates alias aliases all allow allowed already alter ambiguous an analyze and another any appear
  applicable applied approximate are arg argument arguments array arrays as ascii at auto available
  backslash backslashes bad bar base based batch be because become been before behaviour being between
  beyond bigger bignum bin binary bind binder binding bins bit bits bitstring bitwise blob block boolean
  both bound boundaries boundary bounds bucket but by byte bytes calculates call called calling calls can
  can't candidate cannot capacity capturing cardinality case cases cast casting casts catalog category
  central century change changed changes char character characters check checks child children circular
  class clause clauses code col collation collations collection column columns combination combine
  combined combining comma comment comments compare comparison compile complete complex concatenate
  condition conditions conflict conflicting consider consistent constant constants construct constructed
  contain containing contains content continuous contractions control conversion convert converted
  coordinate correction correctly correlated corresponding could couldn't count counts create created
  creates creating creation cross current currently custom data date day days decimal decode decoded
  decoding default defaults defined definition definitions delete delta depend dependencies dependency
  dependent deprecated depth destination destroyed detected dictionary did differ difference different
  differs digit dimensions directly disable disabled distinct division do does doesn't don't dots double
  down drop dropped duplicate during each earlier effect either element elements else empty enable enabled
  encode encoded encoding encountered end ending ends enough entire entirely entries entry enum equal
  equivalent error errors escape escaped escapes etc even exactly examples exceeded exceeds except
  exception exclusive execute executed executor exist existing exists expect expected expects explain
  explicit explicitly exported expression expressions extra extract extracted factorial fail failed
  failure false family few field fields filter filtering find finds first fit fix flag float floating
  followed following for force format formats formatted formatting found frame frames from full fully
  function functions gamma gap generated generation generator get given global globally got greater group
  grouping groups handle handled handling has hash have having header held here hex hexadecimal higher
  histogram hour how id identifier identifiers ids if ignorable ill implement implementation implemented
  implicitly import improper in including inclusive incompatible incomplete inconsistent incorrect
  increment indices inert infer infinite infinity information inner input insert inside instance instead
  insufficient int integer integers internal interrupt interval intervals into invalid is isn't it
  iteration its itself join joins json key keys keyword know known labeled lambda large larger last late
  lateral leading least left legacy length less level like likely limit line list lists literal literals
  little load loading local locally location lock logarithm logical longer loop low lower macro made
  manually many map mark match matches matching materialized max maximum mean member members message
  messages method microsecond microseconds might milliseconds min minimum minus minutes mismatch missing
  mix mixed mixing mode modifier modifiers modifying module month months more most move multiple
  multiplication must name named names nan nanoseconds near need needs negation negative neither nested
  never new next no node non none nonstandard nor normalify normalized normalizes normalizing not nothing
  null nulls number numbers numeric object objects occur occurred occurrences of offset offsets on once
  one only op open operate operation operations operator operators optimizer option optional options or
  order ordered ordering original other out output outside over overflow overload overloads override owned
  padding pads page pair parameter parameters parent parse parser parsing part partial partially partition
  pass passed patch path paths pattern pending percent percentage perfect perform pivot plain plan please
  point pointed position positional positive possible preceding precision prefix prepare prepared presence
  present printf process processing produced product projection property provide provided provider
  qualifications qualified quantile quaternary queries query quote quoted quotes ran range re reached read
  reader recognized recursion recursive ref refer reference referenced references regex regexp registered
  regular relation relations remaining remap remove removes rename repeat repeated repeats repetition
  replace representation requested require required requires reservoir reset resize resolved resolving
  result resulted resulting retrieve return returned returning returns reverse rewrite right rounds row
  rowid rows rule same sample samples sampling scalar scale schema schemas scheme scope second seconds
  select selected selection session set setop setting settings shift short shorten should shred shredded
  shredding side sign signs similar simple single sink size sizes skips small smaller so something sort
  sorted sorts source space spacing special specification specified specifier specify splits star starred
  start starting state statement statements statistics stats step stop str strength strftime string
  strings strptime struct structs structure sub subject subqueries subquery subscript substring subtract
  subtraction sum supplied support supported supports surrogate switch syntax system systems table tables
  tag tags tailoring take takes target tasks template templated temporal temporary term tertiary test
  testing text than that the there these this threshold time times timestamp timestamps to token too top
  total trailing training transform transformation transformer transient transport traversal true truncate
  truncates try trying tuple twice two type types unable unaligned unames unassigned unbound unconditional
  undefined unexpected unhandled unicode unimplemented union unique unknown unnamed unnest unpivot
  unrecognized unsigned unsupported unterminated until up update use used using vacuum val valid
  validation validity vals value values varchar variable variant variants vector verification version view
  virtual vs want was week weekday were when which while width wildcards will window with within without
  work working wrap writes writing wrong year years yet you yyjson zero
`
    .trim()
    .split(/\s+/),
)
