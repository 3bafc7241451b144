WITH _1_last_moments AS MATERIALIZED (
  SELECT f."server_id" AS "_1_last_s1", f."currency" AS "_1_last_s2", max(f."balance_date") FILTER (WHERE (f."balance") IS NOT NULL) AS "_1_last_p62_at"
  FROM "balance_day" AS f
  WHERE f."balance_date" >= DATE '2026-01-01' AND f."balance_date" < DATE '2026-01-03'
  GROUP BY 1, 2
),
_1_last_values AS (
  SELECT _1_last_moments."_1_last_s1", _1_last_moments."_1_last_s2", _1_last_moments."_1_last_p62_at", CASE WHEN count(f."balance") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「货币余额」的主键（server_id、currency）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."balance") END AS "p62"
  FROM "balance_day" AS f
  JOIN _1_last_moments ON _1_last_moments."_1_last_s1" IS NOT DISTINCT FROM f."server_id" AND _1_last_moments."_1_last_s2" IS NOT DISTINCT FROM f."currency" AND _1_last_moments."_1_last_p62_at" = f."balance_date"
  WHERE f."balance_date" >= DATE '2026-01-01' AND f."balance_date" < DATE '2026-01-03' AND f."balance_date" IN (SELECT DISTINCT _1_last_moments."_1_last_p62_at" FROM _1_last_moments)
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT "_1_last_s1", "_1_last_s2", "_1_last_p62_at", NULL AS "p62"
  FROM _1_last_moments
  WHERE "_1_last_p62_at" IS NULL
),
_1_last AS MATERIALIZED (
  SELECT _1_last_values."_1_last_s1" AS "d12", _1_last_values."_1_last_s1" AS "_1_last_s1", _1_last_values."_1_last_s2" AS "_1_last_s2", _1_last_values."_1_last_p62_at" AS "_1_last_p62_at", _1_last_values."p62" AS "p62"
  FROM _1_last_values
),
_rows AS MATERIALIZED (
  SELECT "d12", sum("p62") AS "p62"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d12", (
      SELECT sum("p62") AS "p62"
      FROM _1_last
    ) AS "p62"
  UNION ALL
  SELECT 1 AS "_level", "d12", "p62"
  FROM _rows
)
SELECT r."d12", r."p62"
FROM _levels AS r
ORDER BY r."_level", r."d12" ASC NULLS LAST
LIMIT 100002
