-- $1 = "10"
WITH _1_p1 AS MATERIALIZED (
  SELECT f."day" AS "d1", f."player" AS "_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p1_value"
  FROM "payments" AS f
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d1", CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d1", "p1"
  FROM _rows AS r
  WHERE r."p1" < CAST($1 AS DOUBLE)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) FROM (
    SELECT _1_p1."_1_p1_per", sum(_1_p1."_1_p1_value") AS "_1_p1_value"
    FROM _1_p1 JOIN _kept ON _kept."d1" IS NOT DISTINCT FROM _1_p1."d1"
    GROUP BY 1
  ) AS sums) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _kept
)
SELECT r."d1", r."p1"
FROM _levels AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
