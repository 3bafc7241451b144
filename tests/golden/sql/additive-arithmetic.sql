WITH _rows AS MATERIALIZED (
  SELECT sum(TRY_CAST(CAST(f."minutes" AS BIGINT) * 60000 AS DECIMAL(38, 0)) * 1000000) AS "p901", sum(CAST(f."minutes" AS BIGINT) / 60) AS "p902", sum(CAST(f."minutes" AS BIGINT) / nullif((CAST(f."minutes" AS BIGINT) - CAST(f."minutes" AS BIGINT)), 0)) AS "p903"
  FROM "login_day" AS f
),
_levels AS (
  SELECT 0 AS "_level", sum("p901") AS "p901", sum("p902") AS "p902", sum("p903") AS "p903"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p901", "p902", "p903"
  FROM _rows
)
SELECT r."p901", r."p902", r."p903"
FROM (
  SELECT "_level", coalesce("p901", 0) AS "p901", coalesce("p902", 0) AS "p902", coalesce("p903", 0) AS "p903"
  FROM _levels
) AS r
ORDER BY r."_level", r."p901" DESC NULLS LAST
LIMIT 100002
