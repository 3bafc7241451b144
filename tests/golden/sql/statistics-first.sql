WITH _1_last_moments AS MATERIALIZED (
  SELECT f."server" AS "_1_last_s1", f."channel" AS "_1_last_s2", min(f."day") FILTER (WHERE (f."held") IS NOT NULL) AS "_1_last_p5_at", max(f."day") FILTER (WHERE (f."held") IS NOT NULL) AS "_1_last_p9_at"
  FROM "spending" AS f
  GROUP BY 1, 2
),
_1_last_values AS (
  SELECT _1_last_moments."_1_last_s1", _1_last_moments."_1_last_s2", _1_last_moments."_1_last_p5_at", _1_last_moments."_1_last_p9_at", CASE WHEN count(f."held") FILTER (WHERE f."day" = _1_last_moments."_1_last_p5_at") > 1 THEN error('⟪余额指标「期初」、「期末」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."held") FILTER (WHERE f."day" = _1_last_moments."_1_last_p5_at") END AS "p5", CASE WHEN count(f."held") FILTER (WHERE f."day" = _1_last_moments."_1_last_p9_at") > 1 THEN error('⟪余额指标「期初」、「期末」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."held") FILTER (WHERE f."day" = _1_last_moments."_1_last_p9_at") END AS "p9"
  FROM "spending" AS f
  JOIN _1_last_moments ON _1_last_moments."_1_last_s1" IS NOT DISTINCT FROM f."server" AND _1_last_moments."_1_last_s2" IS NOT DISTINCT FROM f."channel"
  GROUP BY 1, 2, 3, 4
),
_1_last AS MATERIALIZED (
  SELECT _1_last_values."_1_last_s2" AS "d2", _1_last_values."_1_last_s1" AS "_1_last_s1", _1_last_values."_1_last_s2" AS "_1_last_s2", _1_last_values."_1_last_p5_at" AS "_1_last_p5_at", _1_last_values."p5" AS "p5", _1_last_values."_1_last_p9_at" AS "_1_last_p9_at", _1_last_values."p9" AS "p9"
  FROM _1_last_values
),
_rows AS MATERIALIZED (
  SELECT "d2", sum("p5") AS "p5", sum("p9") AS "p9"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", (
      SELECT sum("p5") AS "p5"
      FROM _1_last
    ) AS "p5", (
      SELECT sum("p9") AS "p9"
      FROM _1_last
    ) AS "p9"
  UNION ALL
  SELECT 1 AS "_level", "d2", "p5", "p9"
  FROM _rows
)
SELECT r."d2", r."p5", r."p9"
FROM _levels AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
