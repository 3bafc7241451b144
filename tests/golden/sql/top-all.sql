WITH _1 AS (
  SELECT f."cgi" AS "d3", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_top_ranked AS (
  SELECT "d3", sum("p2") AS "p2"
  FROM _1
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d3", TRUE AS "_first"
  FROM (
    SELECT "d3", coalesce("p2", 0) AS "p2"
    FROM _top_ranked
  ) AS r
  ORDER BY r."p2" DESC NULLS LAST, r."d3" ASC NULLS LAST
  LIMIT 3
),
_rows AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN _1."d3" END AS "d3", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p2") AS "p2"
  FROM _1 LEFT JOIN _top ON _top."d3" IS NOT DISTINCT FROM _1."d3"
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", FALSE AS "_other", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "_other", "p2"
  FROM _rows
)
SELECT r."d3", r."p2", r."_other"
FROM (
  SELECT "_level", "d3", "_other", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."_other", r."p2" DESC NULLS LAST, r."d3" ASC NULLS LAST
LIMIT 100002
