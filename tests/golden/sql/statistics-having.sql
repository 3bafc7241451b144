-- $1 = "50"
WITH _1_p1 AS (
  SELECT f."day" AS "d1", f."spent" AS "_1_p1_value"
  FROM "spending" AS f
),
_rows AS MATERIALIZED (
  SELECT "d1", quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d1", "p1"
  FROM _rows AS r
  WHERE r."p1" < CAST($1 AS DOUBLE)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) FROM _1_p1 JOIN _kept ON _kept."d1" IS NOT DISTINCT FROM _1_p1."d1") AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _kept
)
SELECT r."d1", r."p1"
FROM _levels AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
