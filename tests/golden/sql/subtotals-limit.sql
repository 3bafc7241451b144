WITH _rows AS MATERIALIZED (
  SELECT f."cgi" AS "d3", f."login_date" AS "d1", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d3", sum("p2") AS "p2"
  FROM _rows
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", NULL AS "d1", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", NULL AS "d1", "p2"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d3", "d1", "p2"
  FROM _rows
)
SELECT r."d3", r."d1", r."p2", r."_level"
FROM (
  SELECT "_level", "d3", "d1", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level" = 0 DESC, r."d3" ASC NULLS LAST, r."_level" > 1, r."d1" DESC NULLS LAST
LIMIT 4
