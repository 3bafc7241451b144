WITH _rows AS MATERIALIZED (
  SELECT f."cgi" AS "d3", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p2"
  FROM _rows
)
SELECT r."d3", r."p2", r."_level"
FROM (
  SELECT "_level", "d3", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."p2" DESC NULLS LAST, r."d3" ASC NULLS LAST
LIMIT 100002
