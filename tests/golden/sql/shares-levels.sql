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
SELECT r."d3", r."d1", r."p2", r."p2_share", r."_level"
FROM (
  SELECT r.*, max(CASE WHEN r."_level" = 1 THEN r."p2_share" END) OVER (PARTITION BY r."d3") AS "_1_p2_share"
  FROM (
    SELECT r.*, r."p2" / nullif(whole."p2", 0) AS "p2_share"
    FROM (
      SELECT "_level", "d3", "d1", coalesce("p2", 0) AS "p2"
      FROM _levels
    ) AS r
    CROSS JOIN (
      SELECT "p2"
      FROM _levels
      WHERE "_level" = 0
    ) AS whole
  ) AS r
) AS r
ORDER BY r."_level" = 0 DESC, r."_1_p2_share" DESC NULLS LAST, r."d3" ASC NULLS LAST, r."_level" > 1, r."p2_share" DESC NULLS LAST, r."d1" ASC NULLS LAST
LIMIT 100002
