-- $1 = "不足 0"
-- $2 = "0–1"
-- $3 = "1 以上"
WITH _people AS MATERIALIZED (
  SELECT f."player_id" AS "_player", coalesce(sum(f."amount") FILTER (WHERE f."status" = 'refunded'), 0) AS "_value"
  FROM "buy" AS f
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-01-11' AND (f."status" = 'paid' OR f."status" = 'refunded') AND f."player_id" IS NOT NULL
  GROUP BY 1
  HAVING count(*) FILTER (WHERE f."status" = 'paid') > 0
),
_rows AS MATERIALIZED (
  SELECT CASE WHEN "_value" IS NULL THEN 3 WHEN "_value" < 0 THEN 0 WHEN "_value" < 1 THEN 1 ELSE 2 END AS "_place", count(*) AS "n", sum("_value") AS "v"
  FROM _people
  GROUP BY 1
),
_total AS MATERIALIZED (
  SELECT coalesce(sum("n"), 0) AS "n", coalesce(sum("v"), 0) AS "v"
  FROM _rows
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "_place", NULL AS "b", "n", "v"
  FROM _total
  UNION ALL
  SELECT g."_level", b."_place", b."b", coalesce(c."n", 0) AS "n", CASE WHEN c."_place" IS NULL THEN 0 ELSE c."v" END AS "v"
  FROM (SELECT 1 AS "_level" FROM _rows GROUP BY 1) AS g
  CROSS JOIN (SELECT 0 AS "_place", CAST($1 AS VARCHAR) AS "b" UNION ALL SELECT 1 AS "_place", CAST($2 AS VARCHAR) AS "b" UNION ALL SELECT 2 AS "_place", CAST($3 AS VARCHAR) AS "b" UNION ALL SELECT 3 AS "_place", NULL AS "b") AS b
  LEFT JOIN _rows AS c ON c."_place" = b."_place"
  WHERE b."_place" BETWEEN 1 AND 2 OR c."_place" IS NOT NULL
)
SELECT r."b", r."n", r."n_share", r."v"
FROM (SELECT l.*, l."n" / nullif(t."n", 0) AS "n_share" FROM _levels AS l CROSS JOIN _total AS t) AS r
ORDER BY r."_level", r."_place" ASC NULLS LAST
LIMIT 100002
