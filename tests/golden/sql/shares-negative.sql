WITH _rows AS MATERIALIZED (
  SELECT f."cgi" AS "d3", sum(CASE WHEN f."cgi" = 'a' THEN 30 ELSE 0 END - CAST(f."minutes" AS BIGINT) + 10) AS "p901"
  FROM "login_day" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", sum("p901") AS "p901"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p901"
  FROM _rows
)
SELECT r."d3", r."p901", r."p901_share"
FROM (
  SELECT r.*, r."p901" / nullif(whole."p901", 0) AS "p901_share"
  FROM (
    SELECT "_level", "d3", coalesce("p901", 0) AS "p901"
    FROM _levels
  ) AS r
  CROSS JOIN (
    SELECT "p901"
    FROM _levels
    WHERE "_level" = 0
  ) AS whole
) AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST
LIMIT 100002
